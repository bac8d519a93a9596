//! Prints masked loops: a divergent loop that the lanes of a row execute together, iteration by iteration,
//! under a lane mask.
//!
//! ```text
//! while any(mask) {
//!     for lane in row { let x = xs[lane]; if mask[lane] { .. } fresh[lane] = x; }
//!     xs = fresh;
//! }
//! ```
//!
//! A lane loads its loop-carried variables, updates them if its mask is set, and stores them unconditionally
//! to a second array. LLVM turns the branch into a select and vectorises the lane loop. A store to the same
//! array would become a masked vector store, which is slow to write and slower to read again. Each row is
//! processed in strips, and strips in which no lane is active are skipped.

use super::plan::Lanes;
use super::{At, Printer, Variant, own};
use crate::analysis::TripCount;
use crate::ir::{Flow, Stmt, Var};
use crate::site::Site;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Printer<'_, '_> {
    /// Prints a lane loop as a masked loop. The only statement of the lane loop is a divergent loop.
    pub(super) fn masked_loop(&mut self, trip_count: TripCount, lanes: &Lanes<'_>) -> TokenStream {
        let [stmt] = lanes.block.as_slice() else { return TokenStream::new() };
        let (lane, label, width, count) = (own("lane"), self.label(), self.width(), self.count());
        let (all, going, parts, part) = (own("all_going"), own("going"), own("parts"), own("part"));
        let (size, from, to) = (own("size"), own("from"), own("to"));
        let (some, left) = (own("some"), own("left"));
        let outer = std::mem::take(&mut self.lane_loop.prelude);
        let head = match stmt {
            Stmt::For { var, range, .. } if trip_count == TripCount::Uniform => {
                self.for_head(*var, range, At::Row)
            }
            _ => quote!(loop),
        };
        let counter = match stmt {
            Stmt::For { var, range, .. } if trip_count == TripCount::PerLane => {
                Some(self.counter(*var, range, lanes))
            }
            _ => None,
        };
        let prelude = std::mem::take(&mut self.lane_loop.prelude);
        let fresh = self.modified_in_loop(stmt, lanes);
        let (mut before, mut after) = self.spill_slots_around(lanes, Flow::of(stmt).returns, &fresh);
        let again = self.rematerialised(lanes, true);
        self.lane_loop.lane_active = Some(going.clone());
        let mut step = self.iteration(stmt);
        self.lane_loop.lane_active = None;
        self.lane_loop.prelude = outer;
        let (mut storage, mut start) = (TokenStream::new(), quote!(true));
        if self.plan.masks {
            let returned = own("returned");
            start = quote!(!#returned.get(#lane));
        }
        let mut started = quote!(#all.set(#lane, #start););
        if let Some(counter) = counter {
            storage = counter.storage;
            // A lane that has returned must not evaluate the bounds of its range, because they may be invalid
            // for that lane.
            let start = counter.start;
            started.extend(match self.plan.masks {
                true => quote!(if #all.get(#lane) #start),
                false => start,
            });
            before.extend(counter.load);
            step = [counter.iteration, step].into_iter().collect();
            after.extend(counter.store);
        }
        // In full rows and in tiles, every strip has `size` lanes, so the lane loop has a constant trip
        // count.
        let end = match self.variant {
            Variant::FullRow | Variant::Strip => quote!(#from + #size),
            _ if self.tile_extent().is_some() => quote!(#from + #size),
            _ => quote!(::core::cmp::min(#from + #size, #count)),
        };
        let fresh_storage = fresh.iter().map(|var| self.fresh_spill_storage(*var));
        let kept = fresh.iter().map(|var| {
            let (slots, fresh) = (self.spill_slots(*var), self.fresh_spill_slots(*var));
            quote!(for #lane in #from..#to { #slots.set(#lane, #fresh.get(#lane)); })
        });
        let leaves = self.plan.masks.then(|| self.leave_if_done());
        let (working, worked) = self.work_item_guard();
        quote! {
            #(#prelude)*
            let mut #all = ::amp::__private::lanes::<::core::primitive::bool, #width>();
            #storage
            #(#fresh_storage)*
            for #lane in 0..(#count) { #working #started #worked }
            let mut #parts = [true; #width];
            let #size = const { ::amp::__private::masked_group(#width) };
            #head {
                let mut #left = false;
                for #part in 0..::core::primitive::usize::div_ceil(#count, #size) {
                    if !#parts[#part] { continue; }
                    let #from = #part * #size;
                    let #to = #end;
                    let mut #some = false;
                    for #lane in #from..#to {
                        #working
                        let mut #going = #all.get(#lane);
                        #before
                        #label: { if #going { #again #step } }
                        #after
                        #all.set(#lane, #going);
                        #some |= #going;
                        #worked
                    }
                    #(#kept)*
                    #parts[#part] = #some;
                    #left |= #some;
                }
                if !#left { break; }
            }
            #leaves
        }
    }

    /// The loop-carried variables: variables with per-lane storage that are declared outside of the loop and
    /// that an iteration modifies.
    fn modified_in_loop(&self, stmt: &Stmt, lanes: &Lanes<'_>) -> Vec<Var> {
        let mut changed = Vec::new();
        stmt.walk(&mut |stmt| changed.extend(stmt.modified_variables()));
        let kept = self.plan.spilled_by(lanes).into_iter().filter(|kept| !kept.declared).map(|kept| kept.var);
        kept.filter(|var| changed.contains(var) && self.spilled_array_rank(*var).is_none()).collect()
    }

    /// Prints one iteration of the masked loop for one lane.
    fn iteration(&mut self, stmt: &Stmt) -> TokenStream {
        let at = At::Lane { masked: true };
        let (mut out, body) = match stmt {
            Stmt::While { before, condition, body, .. } => {
                let mut out: TokenStream = before.iter().map(|stmt| self.stmt(stmt, at)).collect();
                let condition = self.expr(condition, at);
                if condition.to_string() != "true" {
                    let over = self.clear_lane();
                    out.extend(quote!(if !(#condition) { #over }));
                }
                (out, body)
            }
            Stmt::For { body, .. } => (TokenStream::new(), body),
            _ => return TokenStream::new(),
        };
        out.extend(body.iter().map(|stmt| self.stmt(stmt, at)));
        out
    }

    /// Prints the jump of a lane out of an iteration of a masked loop: the user's `break` if `all` is true,
    /// which also clears the lane's mask, otherwise the user's `continue`.
    pub(super) fn leave_iteration(&self, site: Site, all: bool) -> TokenStream {
        let label = self.label();
        if all { self.clear_lane() } else { quote_spanned!(site.first=> break #label;) }
    }

    /// Prints the code that clears the lane's mask when the lane leaves the loop.
    pub(super) fn clear_lane(&self) -> TokenStream {
        let (label, going) = (self.label(), own("going"));
        quote!({ #going = false; break #label; })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{cpu_code, rows};
    use expect_test::expect;

    #[test]
    fn divergent_while_becomes_a_masked_loop() {
        cpu_code(
            "|i: Index<1>| { let c = x[i]; let mut z = c; while z <= 4.0 { z = z * z + c; } y[i] = z; }",
            "loop",
            expect![[r#"
                loop {
                    let mut left = false ;
                    for part in 0 .. usize :: div_ceil (LANES , size) {
                        if ! parts [part] {
                            continue ;
                        }
                        let from = part * size ;
                        let to = from + size ;
                        let mut some = false ;
                        for lane in from .. to {
                            let working = (unit) . panic_index (lane) ;
                            let mut going = all_going . get (lane) ;
                            let c : f32 = lanes_of_c . get (lane) ;
                            let _ = c ;
                            let mut z_2 : f32 = lanes_of_z_2 . get (lane) ;
                            let _ = z_2 ;
                            'lane : {
                                if going {
                                    if ! (z_2 <= 4.0f32) {
                                        {
                                            going = false ;
                                            break 'lane ;
                                        }
                                    }
                                    z_2 = (z_2 * z_2) + c ;
                                }
                            }
                            fresh_lanes_of_z_2 . set (lane , z_2) ;
                            all_going . set (lane , going) ;
                            some |= going ;
                            working . done () ;
                        }
                        for lane in from .. to {
                            lanes_of_z_2 . set (lane , fresh_lanes_of_z_2 . get (lane)) ;
                        }
                        parts [part] = some ;
                        left |= some ;
                    }
                    if ! left {
                        break ;
                    }
                }
            "#]],
        );
    }

    #[test]
    fn uniform_range_is_counted_once() {
        cpu_code(
            "|i: Index<1>| { let mut s = x[i]; for k in 0..n { if s > 9.0 { break; } s += k as f32; } y[i] = s; }",
            "for k",
            expect![[r#"
                for k in (0usize) .. (n) {
                    let mut left = false ;
                    for part in 0 .. usize :: div_ceil (LANES , size) {
                        if ! parts [part] {
                            continue ;
                        }
                        let from = part * size ;
                        let to = from + size ;
                        let mut some = false ;
                        for lane in from .. to {
                            let working = (unit) . panic_index (lane) ;
                            let mut going = all_going . get (lane) ;
                            let mut s : f32 = lanes_of_s . get (lane) ;
                            let _ = s ;
                            'lane : {
                                if going {
                                    if s > 9.0f32 {
                                        {
                                            going = false ;
                                            break 'lane ;
                                        }
                                    }
                                    s += k as f32 ;
                                }
                            }
                            fresh_lanes_of_s . set (lane , s) ;
                            all_going . set (lane , going) ;
                            some |= going ;
                            working . done () ;
                        }
                        for lane in from .. to {
                            lanes_of_s . set (lane , fresh_lanes_of_s . get (lane)) ;
                        }
                        parts [part] = some ;
                        left |= some ;
                    }
                    if ! left {
                        break ;
                    }
                }
            "#]],
        );
    }

    #[test]
    fn varying_range_is_counted_per_lane() {
        cpu_code(
            "|i: Index<1>| { let mut s = x[i]; for k in 2..i[0] { if s < 1.0 { continue; } s -= 1.0; } y[i] = s; }",
            "for lane in from",
            expect![[r#"
                for lane in from .. to {
                    let working = (unit) . panic_index (lane) ;
                    let mut going = all_going . get (lane) ;
                    let mut s : f32 = lanes_of_s . get (lane) ;
                    let _ = s ;
                    let mut next = nexts . get (lane) ;
                    let end = ends . get (lane) ;
                    'lane : {
                        if going {
                            if ! (next < end) {
                                {
                                    going = false ;
                                    break 'lane ;
                                }
                            }
                            let k : usize = next ;
                            next = next + 1 ;
                            if s < 1.0f32 {
                                break 'lane ;
                            }
                            s -= 1.0f32 ;
                        }
                    }
                    fresh_lanes_of_s . set (lane , s) ;
                    nexts . set (lane , next) ;
                    all_going . set (lane , going) ;
                    some |= going ;
                    working . done () ;
                }
                for lane in from .. to {
                    lanes_of_s . set (lane , fresh_lanes_of_s . get (lane)) ;
                }
            "#]],
        );
    }

    #[test]
    fn return_clears_the_lane_mask() {
        cpu_code(
            "|i: Index<1>| { let mut s = x[i]; while s > 1.0 { if s > 9.0 { return; } s *= 0.5; } y[i] = s; }",
            "for lane in from",
            expect![[r#"
                for lane in from .. to {
                    let working = (unit) . panic_index (lane) ;
                    let mut going = all_going . get (lane) ;
                    let mut done = returned . get (lane) ;
                    let mut s : f32 = lanes_of_s . get (lane) ;
                    let _ = s ;
                    'lane : {
                        if going {
                            if ! (s > 1.0f32) {
                                {
                                    going = false ;
                                    break 'lane ;
                                }
                            }
                            if s > 9.0f32 {
                                {
                                    if (stops () ,) . 0 {
                                        stop ()
                                    }
                                    done = true ;
                                    going = false ;
                                    break 'lane ;
                                }
                            }
                            s *= 0.5f32 ;
                        }
                    }
                    returned . set (lane , done) ;
                    fresh_lanes_of_s . set (lane , s) ;
                    all_going . set (lane , going) ;
                    some |= going ;
                    working . done () ;
                }
                for lane in from .. to {
                    lanes_of_s . set (lane , fresh_lanes_of_s . get (lane)) ;
                }
            "#]],
        );
    }

    #[test]
    fn masked_loops_are_arithmetic() {
        let body = |stmts: &str| {
            format!("|i: Index<1>| {{ let mut s = x[i]; let mut u = i[0] as u32; {stmts} y[i] = s; }}")
        };
        let lockstep = "lanes, lockstep Unbounded, lanes";
        for arithmetic in [
            "while s > 1.0 { s = s.sqrt() - 1.0; }",
            "loop { if s > 3.0 { s /= 2.0; continue; } if s < 0.5 { break; } s -= 1.0; }",
            "while s > 1.0 { u = u / 3 + u % 7; s -= u as f32; }",
            "while s > 1.0 { s = next(s); if s == 2.0 { s -= 1.0; } else { let t = s * s; s = t; } }",
            "while s > 1.0 { let p = (s, u); s = p.0 * 0.5; u ^= p.1 << 1; }",
        ] {
            assert_eq!(rows(&body(arithmetic)), lockstep, "{arithmetic}");
        }
        for other in [
            "while s > 1.0 { s -= x[u as usize]; }",
            "while s > 1.0 { y[i] = s; s -= 1.0; }",
            "while s > 1.0 { u = 9 / u; s -= 1.0; }",
            "while s > 1.0 { u %= n as u32; s -= 1.0; }",
            "while s > 1.0 { for k in 0..u { s -= 1.0; } }",
            "while s > 1.0 { assert!(s < 9.0); s -= 1.0; }",
            "let mut a = [0.0; 4]; while s > 1.0 { a[1] += s; s -= a[u as usize]; }",
            "while s > 1.0 { s -= 1.0; u += atomic_fetch_add(&mut z[0], 1); }",
            "for k in (0..u).step_by(2) { if s > x[n] { break; } }",
        ] {
            assert_eq!(rows(&body(other)), "lanes", "{other}");
        }
        let in_a_loop = body("for k in 0..n { while s > 1.0 { s -= 1.0; } }");
        assert_eq!(rows(&in_a_loop), "lanes, loop { lockstep Unbounded }, lanes");
        assert_eq!(rows(&body("if s > 2.0 { while s > 1.0 { s -= 1.0; } }")), "lanes");
    }
}
