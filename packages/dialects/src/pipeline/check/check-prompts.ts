// Prompts
// Which placeholders of a prompt can be filled, and whether anything flows into it at all.
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { checkReference, knownSteps, type KnownSteps } from '../read/earlier-steps.ts';
import { isKnownZone } from '../../triggers/is-known-zone.ts';
import { unknownZone } from '../../triggers/unknown-zone.ts';
import { placeholdersMax, readPrompt, type PromptPart } from '../read/read-prompt.ts';
import { hasOutput, textOrEmpty, type Step } from '../read/read-steps.ts';

export function checkPrompts(steps: readonly Step[]): readonly Finding[] {
  const known = knownSteps(steps);
  return steps.filter(hasOutput).flatMap((step) => checkPrompt(step, known));
}

function checkPrompt(step: Step, known: KnownSteps): readonly Finding[] {
  const path: Path = ['steps', step.index, 'system_prompt'];
  const prompt = textOrEmpty(step.written, 'system_prompt');
  const { parts, isTooLong } = readPrompt(prompt);
  if (isTooLong) return [tooMany(path)];
  const findings: Finding[] = [];
  // An error that a prompt repeats a thousand times is one error.
  const seen = new Set<string>();
  for (const part of parts) {
    const key = JSON.stringify(part);
    if (part.kind === 'text' || seen.has(key)) continue;
    seen.add(key);
    const finding = checkPart(part, { step, known, path });
    if (finding !== null) findings.push(finding);
  }
  const flows = parts.some(({ kind }) => kind === 'trigger' || kind === 'step');
  if (!flows && prompt !== '') findings.push(nothingFlows(path));
  return findings;
}

interface Place {
  readonly step: Step;
  readonly known: KnownSteps;
  readonly path: Path;
}

function checkPart(part: PromptPart, { step, known, path }: Place): Finding | null {
  switch (part.kind) {
    case 'text':
    case 'trigger':
      return null;
    case 'step':
      return checkReference(known, { uuid: part.uuid, from: step, path });
    case 'date':
      return part.zone === null || isKnownZone(part.zone) ? null : unknownZone(path, part.zone);
    case 'other':
      return noPlaceholder(path, part.text);
  }
}

function tooMany(path: Path): Finding {
  return {
    path,
    code: 'TOO_MANY_PLACEHOLDERS',
    severity: 'error',
    message: `The prompt has more than ${placeholdersMax} placeholders.`,
    hint: 'Refer to an output once, and describe in words what to do with it.',
  };
}

function noPlaceholder(path: Path, text: string): Finding {
  return {
    path,
    code: 'PLACEHOLDER_UNKNOWN',
    severity: 'warning',
    message: `${quotedShort(text)} is not a placeholder, so it stays in the prompt as text.`,
    hint: 'Placeholders are <<trigger_output>>, <<step_output.UUID>>, <<CURRENT_DATE>> and <<CURRENT_DATE.Zone/City>>, without spaces.',
  };
}

function nothingFlows(path: Path): Finding {
  return {
    path,
    code: 'NOTHING_FLOWS_IN',
    severity: 'warning',
    message: 'The prompt refers to nothing earlier: outputs do not flow by themselves.',
    hint: 'Put <<trigger_output>> or <<step_output.UUID>> where the data should appear.',
  };
}
