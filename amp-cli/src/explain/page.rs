//! The page of `amp explain --html`: each kernel beside its shader, with a switch between the languages.
//!
//! The switch consists of radio buttons, so the page works without scripts, by keyboard and with a screen reader.

use std::fmt::Write;

use super::{Explained, Language, shaders, text};
use crate::trace::escaped;

const STYLE: &str = include_str!("page.css");

/// The page for these kernels.
pub(super) fn page(kernels: &[Explained], rejected: &[String]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>Kernels of amp</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Kernels</h1>\n"
    );
    out.push_str("<nav aria-label=\"Kernels\"><ul>\n");
    for (n, kernel) in kernels.iter().enumerate() {
        let _ = writeln!(out, "<li><a href=\"#kernel{n}\">{}</a></li>", escaped(&kernel.report.name));
    }
    out.push_str("</ul></nav>\n");
    for rejection in rejected {
        let _ = writeln!(out, "<p class=\"note\">Rejected: {}</p>", escaped(rejection));
    }
    for (n, kernel) in kernels.iter().enumerate() {
        section(&mut out, n, kernel);
    }
    let _ = write!(
        out,
        "<footer><p>Written by <code>amp explain</code> {}.</p></footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    out
}

fn section(out: &mut String, n: usize, kernel: &Explained) {
    let Explained { file, source, report, .. } = kernel;
    let (first, _) = report.lines;
    let _ = write!(
        out,
        "<section id=\"kernel{n}\" aria-labelledby=\"title{n}\">\n<h2 id=\"title{n}\">{}</h2>\n<p>{}:{first}. {}</p>\n",
        escaped(&report.name),
        escaped(file),
        escaped(&text::shape(report)),
    );
    out.push_str("<div class=\"beside\">\n<div>\n<h3>Rust</h3>\n<ol class=\"code\"");
    let _ = writeln!(out, " start=\"{first}\">");
    // The indentation that all lines share is left out.
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let shared = source
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(indentation)
        .min()
        .unwrap_or_default();
    for line in source.lines() {
        let line = line.get(shared.min(indentation(line))..).unwrap_or(line);
        let _ = writeln!(out, "<li><code>{}</code></li>", escaped(line));
    }
    out.push_str("</ol>\n</div>\n<div>\n<h3>Shader</h3>\n");
    if report.has_stand_ins {
        out.push_str("<p class=\"note\">With stand-ins for types, constants and functions that only rustc knows.</p>\n");
    }
    out.push_str("<fieldset class=\"languages\"><legend>Language</legend>\n");
    for (k, language) in Language::ALL.into_iter().enumerate() {
        let checked = if k == 0 { " checked" } else { "" };
        let name = language.name();
        let _ = writeln!(
            out,
            "<input type=\"radio\" name=\"language{n}\" id=\"l{n}-{k}\"{checked}><label for=\"l{n}-{k}\">{name}</label>"
        );
        let shader = shaders::shader(report, language);
        let _ = writeln!(
            out,
            "<pre tabindex=\"0\" aria-label=\"{name} of {}\"><code>{}</code></pre>",
            escaped(&report.name),
            escaped(shader.trim_end())
        );
    }
    out.push_str("</fieldset>\n</div>\n</div>\n");
    for (title, body) in text::sections(report) {
        let _ = writeln!(out, "<h3>{title}</h3>\n<pre tabindex=\"0\">{}</pre>", escaped(body.trim_end()));
    }
    out.push_str("</section>\n");
}
