// Offline replies
// What the offline model says in the workflows of the templates, so that they can be tried without a key and still read like
// something. A reply names words of its template's prompts: whoever changes those gets the echo.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Script, ScriptReply } from '@skein/agents';
import { packageFile } from '../package-file.ts';

let read: Script | undefined;

/** Read when the offline model is asked for the first time. */
export function offlineReplies(): Script {
  read ??= { replies: readReplies() };
  return read;
}

function readReplies(): readonly ScriptReply[] {
  const folder = packageFile('templates/');
  // A program that was bundled has no templates beside it, and some bundlers put another file in their place.
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.toSorted().flatMap((file) => {
    // They ship with this code.
    const { replies = [] } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as {
      readonly replies?: readonly ScriptReply[];
    };
    return replies.map((reply) => ({ ...reply, repeat: true }));
  });
}
