import type { ReactNode } from 'react';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import type { SignedInServer } from '../../../data/settings/connections.ts';
import { SignInOffer } from './sign-in-offer.tsx';
import { visibleText } from '../../../text/visible-text.ts';

interface ServerFrameProps {
  readonly title: string;
  readonly action: string;
  readonly isBusy: boolean;
  /** Why it was not saved, or cannot be used yet. */
  readonly problem: string | null;
  /** Set where all that is wrong is that nobody is signed in. */
  readonly signIn?: SignedInServer | undefined;
  /** Of a new server; one that is known keeps its name. */
  readonly name?:
    | { readonly value: string; readonly onChange: (value: string) => void }
    | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog that adds or changes an MCP server, for everybody or of a user. */
export function ServerFrame(props: ServerFrameProps): ReactNode {
  const { title, action, isBusy, problem, signIn, name, onSubmit, onClose, children } = props;
  return (
    <FormDialog
      title={title}
      action={isBusy ? 'Connecting…' : action}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {name !== undefined && (
        <TextField
          label="Name"
          note="Its tools are called <name>-<tool>."
          required
          pattern="[A-Za-z0-9_\-]{1,64}"
          title="Letters, digits, _ and -"
          placeholder="crm"
          value={name.value}
          onChange={name.onChange}
          className="font-mono"
        />
      )}
      {children}
      {signIn !== undefined && <SignInOffer server={signIn} onDone={onClose} />}
      {problem !== null && signIn === undefined && (
        <p role="alert" className="rounded-md bg-bad-soft p-3 text-sm break-words text-bad-text">
          {visibleText(problem)}
        </p>
      )}
    </FormDialog>
  );
}
