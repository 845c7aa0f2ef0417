import type { WaitNotice } from '../../events.ts';
import { isObject, type Json } from '../../json.ts';

/** As a config says it, after its templates; undefined when it names nobody. */
export function readNotice(config: Json | undefined): WaitNotice | undefined {
  if (config === undefined || !isObject(config)) return undefined;
  const { to, escalateTo, remindAfterMs, escalateAfterMs, expiresAfterMs } = config;
  const notice = {
    to: textsOf(to),
    remindAfterMs: numberOf(remindAfterMs),
    escalateTo: textsOf(escalateTo),
    escalateAfterMs: numberOf(escalateAfterMs),
    expiresAfterMs: numberOf(expiresAfterMs),
  };
  if (notice.to === undefined && notice.escalateTo === undefined) return undefined;
  // What is absent stays absent: a question is compared and stored as JSON.
  return Object.fromEntries(Object.entries(notice).filter(([, value]) => value !== undefined));
}

function textsOf(given: Json | undefined): readonly string[] | undefined {
  const list = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given];
  const texts = list.filter((each) => typeof each === 'string' && each !== '').map(String);
  return texts.length === 0 ? undefined : texts;
}

/** A template may give the number as text. */
function numberOf(given: Json | undefined): number | undefined {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
