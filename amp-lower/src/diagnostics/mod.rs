//! The sink in which all diagnostics of a kernel gather, to come out together.

pub(crate) mod advice;
mod catalogue;
pub(crate) mod near;

pub use catalogue::Code;

use crate::site::Site;
use crate::unsaid;
use proc_macro2::{Span, TokenStream};

/// Collects what is wrong. Consumed by [`finish`](Diagnostics::finish); loud when it is dropped unread.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    reports: Vec<Report>,
    read: bool,
}

#[derive(Debug)]
struct Report {
    code: Code,
    site: Site,
    message: String,
    /// rustc says it, unless it says nothing at all.
    said_by_rustc: bool,
}

impl Diagnostics {
    /// Reports at a place. The detail completes the title: what was written, or what is in the way.
    pub(crate) fn report(&mut self, code: Code, site: impl Into<Site>, detail: impl AsRef<str>) {
        self.advise(code, site, detail, code.help());
    }

    /// The same, with advice that fits better than what helps with most of the code's.
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
        message = format!("{message}\n  = help: {advice}");
        self.reports.push(Report { code, site, message, said_by_rustc: false });
    }

    /// Runs the parser; what it says on its own is one more diagnostic.
    pub(crate) fn parsed<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> syn::Result<T>,
    ) -> Result<T, Rejection> {
        match parse(self) {
            Ok(parsed) => Ok(parsed),
            Err(error) => {
                self.read = true;
                let mut rejection = Rejection::syntax(&error);
                rejection.reports.splice(0..0, std::mem::take(&mut self.reports));
                Err(rejection)
            }
        }
    }

    /// Takes over what was reported elsewhere.
    pub(crate) fn absorb(&mut self, rejection: Rejection) {
        self.reports.extend(rejection.reports);
    }

    /// Everything that was reported so far, if there is something.
    pub(crate) fn gate(&mut self) -> Result<(), Rejection> {
        if self.reports.is_empty() {
            return Ok(());
        }
        self.read = true;
        Err(Rejection { reports: std::mem::take(&mut self.reports) })
    }

    /// How much was reported.
    pub(crate) fn count(&self) -> usize {
        self.reports.len()
    }

    /// Takes back what was reported since then.
    pub(crate) fn take_back(&mut self, count: usize) {
        self.reports.truncate(count);
    }

    /// The gate: everything that was reported, or nothing.
    pub(crate) fn finish(mut self) -> Result<(), Rejection> {
        self.read = true;
        if self.reports.is_empty() {
            return Ok(());
        }
        Err(Rejection { reports: std::mem::take(&mut self.reports) })
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        debug_assert!(self.read || std::thread::panicking(), "diagnostics were dropped unread");
    }
}

/// Why a kernel was refused: one or more diagnostics.
#[derive(Debug)]
pub struct Rejection {
    reports: Vec<Report>,
}

impl Rejection {
    /// The codes in the order in which they were reported.
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
            said_by_rustc: false,
        });
        Rejection { reports: reports.collect() }
    }

    /// rustc has said what is wrong with the syntax.
    pub(crate) fn said_by_rustc(mut self) -> Self {
        let syntax = self.reports.iter_mut().filter(|report| report.code == Code::AMP000);
        syntax.for_each(|report| report.said_by_rustc = true);
        self
    }

    /// As what makes rustc print each report on its own tokens.
    pub fn into_tokens(self) -> TokenStream {
        let tokens = self.reports.into_iter().map(|report| {
            let Report { site, message, said_by_rustc, .. } = report;
            if said_by_rustc {
                return unsaid::lint(&message, site.first);
            }
            syn::Error::new_spanned(SpanPair(site.first, site.last), message).to_compile_error()
        });
        tokens.collect()
    }
}

/// Two tokens that carry the two ends of a site.
struct SpanPair(Span, Span);

impl quote::ToTokens for SpanPair {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for span in [self.0, self.1] {
            tokens.extend([proc_macro2::TokenTree::Ident(proc_macro2::Ident::new("_", span))]);
        }
    }
}
