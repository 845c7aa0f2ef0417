// Shared pages of workflows
// H1. A page is there because its owner has shared it; nothing is shared by itself, and what is deleted is gone at once.
// H2. Its address has 144 random bits. Without it nobody gets in, and with it everybody does, unless it is only for users who have
//     signed in. It is sealed like a secret, so that the database does not give it away.
// H3. What it starts are runs of its owner.
import { randomBytes } from 'node:crypto';
import { ownValue, textAt, type JsonObject } from '@skein/api';
import type { StoredSettings } from '../secrets/stored-settings.ts';

export interface Share {
  readonly id: string;
  readonly user: string;
  readonly workflow: string;
  /** A form that starts the workflow, or a chat with it. */
  readonly kind: 'form' | 'chat';
  /** Of those who have its address. */
  readonly audience: 'anyone' | 'users';
  readonly title: string | null;
  readonly intro: string | null;
  readonly theme: 'system' | 'light' | 'dark';
  readonly frames: readonly string[];
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

const prefix = 'share.';
export const sharePath = '/share';

export async function createShare(
  settings: StoredSettings,
  given: Omit<Share, 'id'>,
): Promise<Share> {
  const id = randomBytes(18).toString('base64url');
  const share = { id, ...given };
  const { frames, ...rest } = share;
  await settings.put(`${prefix}${id}`, { ...rest, frames: [...frames] }, given.createdAt);
  return share;
}

export async function findShare(settings: StoredSettings, id: string): Promise<Share | undefined> {
  if (!/^[\w-]{1,100}$/.test(id)) return undefined;
  const found = await settings.get(`${prefix}${id}`);
  return found === undefined ? undefined : toShare(found);
}

export async function sharesOf(
  settings: StoredSettings,
  { user, workflow }: Pick<Share, 'user' | 'workflow'>,
): Promise<readonly Share[]> {
  const all = await settings.list(prefix);
  return all
    .map(({ value }) => toShare(value))
    .filter((share) => share.user === user && share.workflow === workflow);
}

export async function deleteShare(settings: StoredSettings, id: string): Promise<void> {
  await settings.delete(`${prefix}${id}`);
}

function toShare(stored: JsonObject): Share {
  const frames = ownValue(stored, 'frames');
  const number = (key: string) => {
    const value = ownValue(stored, key);
    return typeof value === 'number' ? value : null;
  };
  const theme = textAt(stored, 'theme');
  return {
    id: textAt(stored, 'id') ?? '',
    user: textAt(stored, 'user') ?? '',
    workflow: textAt(stored, 'workflow') ?? '',
    kind: textAt(stored, 'kind') === 'chat' ? 'chat' : 'form',
    audience: textAt(stored, 'audience') === 'users' ? 'users' : 'anyone',
    title: textAt(stored, 'title') ?? null,
    intro: textAt(stored, 'intro') ?? null,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    frames: Array.isArray(frames) ? frames.filter((each) => typeof each === 'string') : [],
    expiresAt: number('expiresAt'),
    createdAt: number('createdAt') ?? 0,
  };
}
