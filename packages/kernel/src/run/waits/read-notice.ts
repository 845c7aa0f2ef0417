import type { WaitNotice } from '../../events.ts';
import { isObject, type Json } from '../../json.ts';

/** Every one is a message in the store from the start. */
export const noticesMax = 20;

/** As a config says it, after its templates; undefined when it names nobody. */
export function readNotice(config: Json | undefined): WaitNotice | undefined {
  if (config === undefined || !isObject(config)) return undefined;
  const { to, escalateTo, remindAfterMs, escalateAfterMs, expiresAfterMs } = config;
  const notice = {
    to: textsOf(to),
    remindAfterMs: numbersOf(remindAfterMs),
    escalateTo: levelsOf(escalateTo),
    escalateAfterMs: numbersOf(escalateAfterMs),
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

/** A list of recipients is one level; a list with lists in it is several. */
function levelsOf(given: Json | undefined): WaitNotice['escalateTo'] {
  if (!Array.isArray(given) || !given.some((each) => Array.isArray(each))) return textsOf(given);
  const levels = given.flatMap((each) => {
    const level = textsOf(each);
    return level === undefined ? [] : [level];
  });
  return levels.length === 0 ? undefined : levels.slice(0, noticesMax);
}

function numbersOf(given: Json | undefined): number | readonly number[] | undefined {
  if (!Array.isArray(given)) return numberOf(given);
  const numbers = given.flatMap((each) => numberOf(each) ?? []);
  return numbers.length === 0 ? undefined : numbers.slice(0, noticesMax);
}

/** A template may give the number as text. */
function numberOf(given: Json | undefined): number | undefined {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
