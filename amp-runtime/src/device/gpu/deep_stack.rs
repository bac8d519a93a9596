//! Runs naga and drivers on a thread with a large stack if the shader nests deeply. naga and drivers parse
//! recursively, and the thread that launches a kernel may have a small stack.

/// The nesting depth that fits on the stack of any thread.
const SHALLOW_DEPTH: usize = 12;
/// The stack size for 127 levels, naga's limit, in an unoptimised build. Unused pages of a stack cost
/// nothing.
const DEEP_STACK_BYTES: usize = 32 << 20;

/// Runs a closure that processes the shader. If the shader nests deeply, the closure runs on a thread with a
/// large stack. If no thread can be started, it runs on this thread.
pub(super) fn with_deep_stack<T: Send>(wgsl: &str, run: impl FnOnce() -> T + Send) -> T {
    if depth(wgsl) <= SHALLOW_DEPTH {
        return run();
    }
    let mut run = Some(run);
    let mut result = None;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("amp compiles".to_owned()).stack_size(DEEP_STACK_BYTES);
        let (run, result) = (&mut run, &mut result);
        // The handle is not needed, because the scope waits for the thread. If no thread started, `run` still
        // holds the closure.
        let _ = thread.spawn_scoped(scope, move || *result = run.take().map(|run| run()));
    });
    match (result, run) {
        (Some(result), _) => result,
        (None, Some(run)) => run(),
        // Unreachable: the closure panicked on the thread, and the scope has already propagated the panic.
        (None, None) => unreachable!(),
    }
}

/// The maximum nesting depth of brackets.
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
    use super::{depth, with_deep_stack};

    #[test]
    fn depth_counts_nested_brackets() {
        assert_eq!(depth(""), 0);
        assert_eq!(depth("fn f() { a[(1 + 2)] = 3; } fn g() { }"), 3);
        assert_eq!(depth("}}{"), 1);
    }

    #[test]
    fn deep_shader_runs_on_a_large_stack() {
        let name = || std::thread::current().name().map(str::to_owned);
        assert_eq!(with_deep_stack("{}", name), name());
        assert_eq!(with_deep_stack(&"{".repeat(40), name).as_deref(), Some("amp compiles"));
        // The recursion needs more than the default stack of a thread.
        fn down(n: usize) -> usize {
            let room = std::hint::black_box([n; 1024]);
            if n == 0 { 0 } else { 1 + down(n - 1) + room[3] - n }
        }
        assert_eq!(with_deep_stack(&"{".repeat(40), || down(1000)), 1000);
    }
}
