//! Collects the diagnostics of one macro call, so that all of them are reported together.
//!
//! Every stage reports into one [`Diagnostics`]. The pipeline calls [`gate`](Diagnostics::gate) before the
//! back ends, so the back ends get valid code only, and [`finish`](Diagnostics::finish) at the end. A
//! [`Rejection`] becomes `compile_error!` calls whose tokens have the spans of the reports.
//!
//! Lowering returns an error placeholder after it reported an error. Code that uses a placeholder reports
//! nothing, so one mistake gives one message.

pub(crate) mod advice;
mod catalogue;
pub(crate) mod near;

pub use catalogue::Code;

use crate::last_resort_lint;
use crate::site::Site;
use proc_macro2::{Span, TokenStream};

/// The diagnostics of one macro call. [`finish`](Diagnostics::finish) must consume the collection: a debug
/// assertion catches a collection that is dropped with its reports.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    reports: Vec<Report>,
    /// The names of generated variables, and the places in the user's code that they stand for.
    shown_as: Vec<(String, String)>,
    is_consumed: bool,
}

#[derive(Debug)]
struct Report {
    code: Code,
    site: Site,
    message: String,
    /// Whether rustc usually reports the error itself. The diagnostic is then a [last-resort
    /// lint](crate::last_resort_lint), which rustc prints only if it reports nothing else.
    reported_by_rustc: bool,
}

impl Diagnostics {
    /// Reports an error. `detail` completes the title with the rejected code or the reason.
    pub(crate) fn report(&mut self, code: Code, site: impl Into<Site>, detail: impl AsRef<str>) {
        self.advise(code, site, detail, code.help());
    }

    /// Reports an error with a specific help text instead of the general help of the code.
    pub(crate) fn advise(
        &mut self,
        code: Code,
        site: impl Into<Site>,
        detail: impl AsRef<str>,
        advice: impl std::fmt::Display,
    ) {
        let (detail, site) = (detail.as_ref(), site.into());
        let mut message = format!("[{code:?}] {}", code.title());
        if !detail.is_empty() {
            message = format!("{message}: {detail}");
        }
        message = self.shown(format!("{message}\n  = help: {advice}"));
        self.reports.push(Report { code, site, message, reported_by_rustc: false });
    }

    /// Shows a place of the user's code in reports instead of the name of a generated variable.
    pub(crate) fn show_names_as(&mut self, names: impl Iterator<Item = (String, String)>) {
        self.shown_as.extend(names);
    }

    fn shown(&self, message: String) -> String {
        if self.shown_as.is_empty() {
            return message;
        }
        let (mut out, mut rest) = (String::new(), message.as_str());
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (word, behind) = rest.split_at(if end == 0 { first.len_utf8() } else { end });
            let place = self.shown_as.iter().find(|(name, _)| name == word);
            out.push_str(place.map_or(word, |(_, place)| place));
            rest = behind;
        }
        out
    }

    /// Runs the parser. If it fails, returns a rejection with all reports so far and the parser's error.
    pub(crate) fn parsed<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> syn::Result<T>,
    ) -> Result<T, Rejection> {
        match parse(self) {
            Ok(parsed) => Ok(parsed),
            Err(error) => {
                self.is_consumed = true;
                let mut rejection = Rejection::syntax(&error);
                rejection.reports.splice(0..0, std::mem::take(&mut self.reports));
                Err(rejection)
            }
        }
    }

    /// Adds the diagnostics of a rejection to this collection.
    pub(crate) fn append(&mut self, rejection: Rejection) {
        self.reports.extend(rejection.reports);
    }

    /// Fails with all diagnostics so far, if there are any.
    pub(crate) fn gate(&mut self) -> Result<(), Rejection> {
        if self.reports.is_empty() {
            return Ok(());
        }
        self.is_consumed = true;
        Err(Rejection { reports: std::mem::take(&mut self.reports) })
    }

    /// The number of reports so far.
    pub(crate) fn count(&self) -> usize {
        self.reports.len()
    }

    /// Removes the reports after the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.reports.truncate(count);
    }

    /// Ends the collection: fails with all diagnostics, if there are any.
    pub(crate) fn finish(mut self) -> Result<(), Rejection> {
        self.is_consumed = true;
        if self.reports.is_empty() {
            return Ok(());
        }
        Err(Rejection { reports: std::mem::take(&mut self.reports) })
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        debug_assert!(self.is_consumed || std::thread::panicking(), "diagnostics were dropped unread");
    }
}

/// The diagnostics for which a macro call was rejected: at least one.
#[derive(Debug)]
pub struct Rejection {
    reports: Vec<Report>,
}

impl Rejection {
    /// The codes in the order of the reports.
    pub fn codes(&self) -> Vec<Code> {
        self.reports.iter().map(|report| report.code).collect()
    }

    /// The messages, for tests.
    pub fn messages(&self) -> Vec<&str> {
        self.reports.iter().map(|report| report.message.as_str()).collect()
    }

    pub(crate) fn syntax(error: &syn::Error) -> Self {
        let reports = error.clone().into_iter().map(|error| Report {
            code: Code::AMP000,
            site: Site::from(error.span()),
            message: format!("[AMP000] {}: {error}\n  = help: {}", Code::AMP000.title(), Code::AMP000.help()),
            reported_by_rustc: false,
        });
        Rejection { reports: reports.collect() }
    }

    /// Turns the syntax errors among the diagnostics into last-resort lints, because rustc usually reports them
    /// itself.
    pub(crate) fn reported_by_rustc(mut self) -> Self {
        let syntax = self.reports.iter_mut().filter(|report| report.code == Code::AMP000);
        syntax.for_each(|report| report.reported_by_rustc = true);
        self
    }

    /// Tokens that make rustc print each diagnostic at its own span.
    pub fn into_tokens(self) -> TokenStream {
        let tokens = self.reports.into_iter().map(|report| {
            let Report { site, message, reported_by_rustc: said_by_rustc, .. } = report;
            if said_by_rustc {
                return last_resort_lint::last_resort_lint(&message, site.first);
            }
            syn::Error::new_spanned(SpanPair(site.first, site.last), message).to_compile_error()
        });
        tokens.collect()
    }
}

/// The first and last span of a site as two tokens, because `syn::Error` takes its spans from tokens.
struct SpanPair(Span, Span);

impl quote::ToTokens for SpanPair {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for span in [self.0, self.1] {
            tokens.extend([proc_macro2::TokenTree::Ident(proc_macro2::Ident::new("_", span))]);
        }
    }
}
