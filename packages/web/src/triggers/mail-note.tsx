import { missingNames } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChosenWorkflow } from '../data/workflows.ts';
import { objectAt } from '../graph/own-keys.ts';
import { mailSchema } from './mail-schema.ts';

/** Where mails come from, what they bring, and what the workflow requires that none of them has. */
export function MailNote({ workflow }: { readonly workflow: string }): ReactNode {
  const { inputSchema } = useChosenWorkflow(workflow) ?? {};
  const brought = Object.keys(objectAt(mailSchema, 'properties'));
  // As the server sends it, it is JSON.
  const missing = missingNames((inputSchema ?? {}) as Json, brought);
  return (
    <>
      <p className="text-xs text-text-3">
        Every mail in a mailbox that the server reads for you starts a run, with the mail as its
        input: from, to, subject, body and more. Mailboxes are added in the{' '}
        <Link to="/settings" search={{ tab: 'triggers' }} className="rounded-sm underline">
          settings
        </Link>
        ; a program can send the event new_email instead.
      </p>
      {missing.length > 0 && (
        <p role="status" className="text-xs text-wait-text">
          The workflow requires {missing.join(', ')}, which no mail brings: no run would start.
          Change its input to from, subject and body.
        </p>
      )}
    </>
  );
}
