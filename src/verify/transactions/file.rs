//! From the released file and its certificate to an answer.

use super::{Decided, Released, decide};
use crate::model::certificate::{Certificate, CertifiedBaskets};
use crate::model::load_options::{Layout, LoadOptions};
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::settings::ReleaseFormat;
use crate::model::transactions::Transactions;
use crate::verify::VerifyAnswer;
use crate::verify::promise::compare_known;
use std::collections::HashSet;

/// A certificate that speaks of more baskets than this is no certificate: each takes some bytes of memory, in the
/// file or not.
const MOST_BASKETS: usize = 1 << 28;

/// What cannot be checked must not look as if it had been.
pub(in crate::verify) fn refuse_foreign(certificate: &Certificate) -> Result<(), Problem> {
    let told = |message: &str| Err(Problem::new(message));
    let requirement = &certificate.requirement;
    let promises = requirement.m.is_some() || requirement.h.is_some() || requirement.duplicates;
    if requirement.k.is_none() || !promises {
        return told(
            "the certificate promises nothing that can be verified: it names no k, or neither m, h nor duplicates",
        );
    }
    let foreign = requirement.epsilon.is_some()
        || requirement.l_sd.is_some()
        || !requirement.l.is_empty()
        || requirement.p_plus.is_some()
        || requirement.alpha.is_some()
        || requirement.t.is_some();
    if foreign || certificate.ratings.is_some() || !certificate.sensitive.is_empty() {
        return told(
            "the certificate promises something about records or people, and the release is called transactions",
        );
    }
    if requirement.h.is_some() != requirement.p.is_some() {
        return told("the certificate names one of h and p without the other");
    }
    if requirement.m.is_some_and(|m| m.most() == 0) {
        return told(
            "a requirement of the certificate is out of its range, so it promises nothing",
        );
    }
    let Some(described) = &certificate.transactions else {
        return told("the certificate does not say how its transactions are to be read");
    };
    let lines = certificate.release.format == ReleaseFormat::Dat;
    if described.layout == Layout::Wide || lines && described.layout != Layout::Basket {
        return told(
            "the certificate's layout is none of transactions; expected basket, list or long",
        );
    }
    let separated = described
        .separator
        .as_ref()
        .is_some_and(|text| !text.is_empty());
    if described.layout != Layout::Long && !separated {
        return told("the certificate does not say what stands between two items");
    }
    if described.baskets > MOST_BASKETS || described.empty > described.baskets {
        return told("the certificate speaks of more baskets than there can be");
    }
    Ok(())
}

/// How the file was written. Baskets in a table are a list in its only column.
pub(in crate::verify) fn reading_options(
    certificate: &Certificate,
    described: &CertifiedBaskets,
    table: LoadOptions,
) -> LoadOptions {
    let columns = &certificate.release.columns;
    match (certificate.release.format, described.layout) {
        (ReleaseFormat::Dat, _) => LoadOptions {
            layout: Some(Layout::Basket),
            separator: described.separator.clone(),
            encoding: table.encoding,
            fold: table.fold,
            ..LoadOptions::default()
        },
        (_, Layout::Long) => LoadOptions {
            layout: Some(Layout::Long),
            columns: Some(columns.clone()),
            ..table
        },
        _ => LoadOptions {
            layout: Some(Layout::List),
            column: columns.first().cloned(),
            separator: described.separator.clone(),
            ..table
        },
    }
}

/// Every requirement of the certificate on transactions, from its definition.
pub(in crate::verify) fn answer(
    certificate: &Certificate,
    described: &CertifiedBaskets,
    transactions: &Transactions,
    answer: &mut VerifyAnswer,
    pulse: &Pulse,
) -> Result<(), Failure> {
    let shown = transactions.len();
    let faults = &mut answer.faults;
    if shown + described.empty != described.baskets {
        faults.push(format!(
            "the file shows {shown} baskets, and the certificate speaks of {} of which {} show nothing",
            described.baskets, described.empty
        ));
    }
    if certificate.release.records != described.baskets {
        faults.push("the certificate names two numbers of baskets".to_owned());
    }
    answer.check.records = described.baskets;
    // Baskets that show nothing count as well: they are equal to each other.
    let mut starts = transactions.starts.clone();
    let end = transactions.item.len();
    starts.extend(std::iter::repeat_n(end, described.empty));
    let named: HashSet<&str> = certificate
        .roles
        .sensitive
        .iter()
        .map(String::as_str)
        .collect();
    let private: Vec<bool> = transactions
        .items
        .iter()
        .map(|item| named.contains(item))
        .collect();
    let held = private.iter().filter(|&&is_private| is_private).count();
    if held != named.len() {
        faults.push("a private item of the certificate is not in the release".to_owned());
    }
    let released = Released {
        starts: &starts,
        item: &transactions.item,
        private: &private,
    };
    let Decided {
        verdicts,
        violating,
        least,
        distinct,
    } = decide(&released, &certificate.requirement, pulse)?;
    let measured = &certificate.measured;
    if least.is_some_and(|least| least != u64::from(measured.k)) {
        faults.push(
            "what the certificate says was reached of k is not what the release reaches".to_owned(),
        );
    }
    if distinct != measured.classes {
        faults.push(
            "the certificate's number of different baskets is not that of the release".to_owned(),
        );
    }
    if measured.left_out > 0 {
        faults.push("the certificate leaves baskets out, which no method does".to_owned());
    }
    compare_known(certificate, &verdicts, faults);
    answer.check.requirements = verdicts;
    answer.check.violating_rows = violating;
    Ok(())
}
