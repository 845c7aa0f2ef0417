// Settings that several native node types share, so that they mean the same everywhere.
import {
  boolean,
  either,
  fixedText,
  integer,
  list,
  nonEmptyText,
  optional,
  record,
  required,
  schemaObject,
  template,
  text,
} from '../../shape/shape.ts';

export const templateText = template(text);
export const templateName = template(nonEmptyText);
export const jsonSchema = either(schemaObject, boolean);

/** A workflow by id, or one written inside, which `check-workflow` looks into. */
const workflowOrId = either(
  fixedText(
    'Write the id of a workflow. To choose between several when the run gets there, use one node for each and a "switch" before them.',
  ),
  {
    kind: 'object',
    schemaReference: '#/$defs/workflow',
  } as typeof schemaObject,
);

export const workflowSetting = required(
  workflowOrId,
  'the workflow that it runs: a stored one, or one of its own',
);

/** Without it, each child run takes the version that is the newest when it starts. */
export const workflowVersionSetting = optional(
  templateText,
  'the version of that workflow; default: the newest',
  { holds: 'version' },
);

/** Approvals are requested separately; the request itself stays the same. */
export const approveSetting = optional(
  either(boolean, list(templateText)),
  'the calls that a person must approve: every one, or those of some tools',
  { title: 'Calls that a person approves', affects: 'nothing' },
);

export const deadlineSetting = optional(
  template(integer(0)),
  'milliseconds until it waits no longer, and the run goes on at the port expired',
);

export const whoSetting = optional(
  template(list(templateText)),
  'users by name, or roles such as role:editor; default: everybody who may answer questions of the run',
  { title: 'Who may answer' },
);

/** Who decides is asked separately, as `approve` is. */
export const callWhoSetting = optional(
  template(list(templateText)),
  'users by name, or roles such as role:editor, who may approve its calls and answer what its tools ask',
  { title: 'Who may approve', isRare: true, affects: 'nothing' },
);

const recipients = template(list(templateText));
const milliseconds = template(integer(0));
const oneOrMore = template(either(integer(0), list(milliseconds)));

/** Who is told is not part of the question. */
export const notifySetting = optional(
  record('notify', {
    to: optional(recipients, 'who gets a link to the question: mail:ADDRESS or webhook:NAME', {
      title: 'Send a link to',
    }),
    remindAfterMs: optional(
      oneOrMore,
      'when they are told again, if nobody has answered; several times if you like',
    ),
    escalateTo: optional(
      template(list(either(templateText, list(templateText)))),
      'who gets a link if nobody has answered by then; a list in the list is one level',
    ),
    escalateAfterMs: optional(oneOrMore, 'how long that is, for each level; default a day each'),
    expiresAfterMs: optional(milliseconds, 'how long the links work; default a week'),
  }),
  'who is told of the question outside of the studio, with a link to answer it',
  { isRare: true, affects: 'nothing' },
);
