//! Room on the stack for shaders that nest deeply: naga and drivers go down into them by recursion, and the thread that launches a
//! kernel may have little.

/// Up to here any thread has room.
const SHALLOW: usize = 12;
/// What 127 levels, as many as naga takes, need without optimisation, with much to spare. Only what is used is paid for.
const STACK: usize = 32 << 20;

/// Runs what goes down into a shader, on a thread of its own if that is deep. Where there can be none, here.
pub(super) fn with_room<T: Send>(wgsl: &str, run: impl FnOnce() -> T + Send) -> T {
    if depth(wgsl) <= SHALLOW {
        return run();
    }
    let mut run = Some(run);
    let mut result = None;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("amp compiles".to_owned()).stack_size(STACK);
        let (run, result) = (&mut run, &mut result);
        // It is joined at the end of the scope.
        let _ = thread.spawn_scoped(scope, move || *result = run.take().map(|run| run()));
    });
    match (result, run) {
        (Some(result), _) => result,
        (None, Some(run)) => run(),
        // The scope has passed on its panic.
        (None, None) => unreachable!(),
    }
}

/// How many brackets are open at once.
fn depth(wgsl: &str) -> usize {
    let (mut now, mut most) = (0usize, 0);
    for byte in wgsl.bytes() {
        match byte {
            b'{' | b'(' | b'[' => now += 1,
            b'}' | b')' | b']' => now = now.saturating_sub(1),
            _ => {}
        }
        most = most.max(now);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::{depth, with_room};

    #[test]
    fn brackets_are_counted() {
        assert_eq!(depth(""), 0);
        assert_eq!(depth("fn f() { a[(1 + 2)] = 3; } fn g() { }"), 3);
        assert_eq!(depth("}}{"), 1);
    }

    #[test]
    fn what_is_deep_has_more_room() {
        let name = || std::thread::current().name().map(str::to_owned);
        assert_eq!(with_room("{}", name), name());
        assert_eq!(with_room(&"{".repeat(40), name).as_deref(), Some("amp compiles"));
        // More than a thread has by default.
        fn down(n: usize) -> usize {
            let room = std::hint::black_box([n; 1024]);
            if n == 0 { 0 } else { 1 + down(n - 1) + room[3] - n }
        }
        assert_eq!(with_room(&"{".repeat(40), || down(1000)), 1000);
    }
}
