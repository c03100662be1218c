//! What the thesis concludes from its experiment, each claim held against what was found here.

use super::{Disclosures, Model, ModelFindings};
use crate::claim::Claim;

pub(super) fn weigh(models: &[ModelFindings], disclosures: &[Disclosures]) -> Vec<Claim> {
    let mut claims = Vec::new();
    let of = |model: Model| models.iter().find(|findings| findings.model == model);
    let (Some(p), Some(p_plus), Some(p_alpha)) =
        (of(Model::P), of(Model::PPlus), of(Model::PAlpha))
    else {
        return claims;
    };
    claims.push(Claim {
        claim: "p-sensitivity does not stop the similarity attack",
        holds: Some(p.open > 0),
        sentence: format!(
            "{} of {} minimal tables are open to it{}.",
            p.open,
            p.minimal,
            match p.most_records {
                0 => String::new(),
                most => format!(", at worst with {most} records"),
            }
        ),
    });
    claims.push(Claim {
        claim: "(p, alpha)-sensitivity leaves a smaller share of minimal tables open to it",
        holds: Some(p_alpha.minimal > 0 && p_alpha.open * p.minimal < p.open * p_alpha.minimal),
        sentence: format!(
            "{} of {} against {} of {}: the weight makes the attack rarer and does not rule it out, since \
             two records of the least sensitive category weigh enough.",
            p_alpha.open, p_alpha.minimal, p.open, p.minimal
        ),
    });
    claims.push(Claim {
        claim: "p+-sensitivity gives similar results",
        holds: Some(p_plus.open == 0 && p_plus.minimal > 0),
        sentence: format!(
            "{} of {}: it rules the attack out, which two categories in every class do by definition.",
            p_plus.open, p_plus.minimal
        ),
    });
    let sum = |model: Model| -> usize {
        disclosures
            .iter()
            .filter(|disclosures| disclosures.model == model)
            .map(|disclosures| disclosures.worst_table)
            .sum()
    };
    let (old, plus, alpha) = (sum(Model::P), sum(Model::PPlus), sum(Model::PAlpha));
    claims.push(Claim {
        claim: "both new models reduce the attribute disclosures (Table 3.8)",
        holds: Some(plus < old && alpha < old),
        sentence: if old == 0 {
            "No minimal table of the four settings discloses a class under any model, so there is nothing to \
             reduce here."
                .to_owned()
        } else {
            format!(
                "Over the four settings of k and p the worst minimal tables disclose {old} classes with p, \
                 {plus} with p+ and {alpha} with (p, alpha); what the thesis counts for p+ cannot be classes \
                 of one category."
            )
        },
    });
    claims
}
