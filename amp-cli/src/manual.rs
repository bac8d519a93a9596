//! `amp completions` and `amp man`: completions for shells and pages for `man`, made from the definition of the arguments.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{Cli, Failure, Result};

/// Print the completions of this tool for a shell.
#[derive(Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionArguments {
    /// The shell
    shell: Shell,
}

const COMPLETIONS_HELP: &str = help!(
    "\
Examples:
  amp completions bash > ~/.local/share/bash-completion/completions/amp
  amp completions fish > ~/.config/fish/completions/amp.fish
  amp completions zsh > ~/.zfunc/_amp"
);

/// Print a page for `man`.
#[derive(Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArguments {
    /// The command that the page describes; without it, the whole tool
    command: Option<String>,
}

const MAN_HELP: &str = help!(
    "\
Examples:
  amp man | man -l -
  amp man trace | man -l -
  amp man > ~/.local/share/man/man1/amp.1"
);

/// Runs `amp completions`.
pub(crate) fn completions(arguments: &CompletionArguments, out: &mut dyn Write) -> Result {
    // `generate` panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "amp", &mut script);
    Ok(out.write_all(&script)?)
}

/// Runs `amp man`.
pub(crate) fn man(arguments: &ManArguments, out: &mut dyn Write) -> Result {
    let mut root = Cli::command();
    root.build();
    let command = match &arguments.command {
        None => root,
        Some(name) => match root.find_subcommand(name) {
            Some(command) => command.clone(),
            None => {
                let names = root.get_subcommands().map(|it| it.get_name());
                let names: Vec<_> = names.filter(|name| *name != "help").collect();
                let names = names.join(", ");
                return Err(Failure::Input(format!(
                    "there is no command `{name}`; the commands are {names}"
                )));
            }
        },
    };
    Ok(clap_mangen::Man::new(command).source(concat!("amp ", env!("CARGO_PKG_VERSION"))).render(out)?)
}
