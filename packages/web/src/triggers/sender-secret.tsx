import { useState, type ReactNode } from 'react';
import { useMakeSecret } from '../data/triggers.ts';
import { Button } from '../design/controls/button.tsx';
import { TextField } from '../design/controls/text-field.tsx';
import { showToast } from '../design/feedback/toasts.ts';

/** The shortest secret that the server takes. */
const lengthMin = 8;

/** Many senders choose the secret themselves. It is sent once, and never shown. */
export function SenderSecret({ trigger }: { readonly trigger: string }): ReactNode {
  const [secret, setSecret] = useState('');
  const make = useMakeSecret(trigger);
  const isReady = secret.length >= lengthMin && !make.isPending;
  const onSuccess = () => {
    setSecret('');
    showToast({ tone: 'ok', text: 'The secret of the sender is set.' });
  };
  const set = () => make.mutate({ secret }, { onSuccess });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-40 flex-1">
        <TextField
          label="Secret of the sender"
          note="GitHub takes one that you choose; Stripe and Slack show theirs."
          type="password"
          autoComplete="off"
          value={secret}
          onChange={setSecret}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form around it saves the trigger.
            event.preventDefault();
            if (isReady) set();
          }}
        />
      </div>
      <Button disabled={!isReady} onClick={set}>
        Use this secret
      </Button>
    </div>
  );
}
