// Who may answer a wait
// W1. A wait without names may be answered by everybody who may answer waits of its run at all. One with names only by those whom it
//     names; being the owner of the run is no exception.
// W2. A plain name, or `user:NAME`, is the id of a user. `group:NAME` is a group of the identity provider, `role:NAME` a role of a
//     key. A user whose id looks like a group is named with `user:`, so that nobody becomes a group by the choice of an id.
// W3. Whom the notice of a wait tells gets a link and may answer with it, unless the notice has links for those named only.
import type { Answerer, WaitQuestion } from '../events.ts';

/** Somebody who wants to answer. */
export interface Person {
  /** Absent: nobody in particular. */
  readonly user?: string | undefined;
  /** Of the identity provider. */
  readonly groups?: readonly string[] | undefined;
  /** Of the key that is used. */
  readonly roles?: readonly string[] | undefined;
}

/** Everything that a wait may call this person in its `who`. */
export function namesOf({ user, groups = [], roles = [] }: Person): readonly string[] {
  const own = user === undefined ? [] : [`user:${user}`];
  if (user !== undefined && !/^(?:user|group|role):/.test(user)) own.unshift(user);
  return [...own, ...groups.map((name) => `group:${name}`), ...roles.map((name) => `role:${name}`)];
}

export function mayAnswer(
  { who = [] }: { readonly who?: readonly string[] | undefined },
  answerer: Person,
): boolean {
  if (who.length === 0) return true;
  const names = namesOf(answerer);
  return who.some((name) => names.includes(name));
}

/** Whether a recipient of the notice may answer with the link (W3). */
export function isLinked(
  { who, notify }: Pick<WaitQuestion, 'who' | 'notify'>,
  recipient: string,
): boolean {
  const user = recipient.replace(/^mail:/, '');
  return notify?.linksFor !== 'named' || mayAnswer({ who }, { user });
}

/** Somebody whom the wait asks, for tests that play all people. */
export function anyAnswerer({ who = [] }: { readonly who?: readonly string[] | undefined }): {
  readonly by?: string;
  readonly groups?: readonly string[];
  readonly roles?: readonly string[];
} {
  const [name] = who;
  if (name === undefined) return {};
  const [, kind = 'user', rest = name] = /^(user|group|role):(.*)$/su.exec(name) ?? [];
  if (kind === 'group') return { groups: [rest] };
  return kind === 'role' ? { roles: [rest] } : { by: rest };
}

/** Those who may, as text: "ann", "the group finance". */
export function answererText(name: string): string {
  const [, kind = 'user', rest = name] = /^(user|group|role):(.*)$/su.exec(name) ?? [];
  return kind === 'user' ? rest : `the ${kind} ${rest}`;
}

/** An answerer in one text, for journals and messages: a user, or how somebody else is known. */
export function answererName(by: string | Answerer | undefined): string | undefined {
  return typeof by === 'object' ? (by.email ?? by.id ?? by.channel) : by;
}
