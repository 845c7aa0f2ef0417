import { isObject, ownValue } from '@skein/kernel';
import { Copy, KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { addressOf } from '../data/request.ts';
import { useMakeSecret, type Trigger } from '../data/triggers.ts';
import { Button } from '../design/controls/button.tsx';
import { IconButton } from '../design/controls/icon-button.tsx';
import { ConfirmDialog } from '../design/dialogs/confirm-dialog.tsx';
import { copyText } from '../viewers/copy-text.ts';
import { SenderSecret } from './sender-secret.tsx';
import { isStandard } from './signature-words.ts';

/** Where another system delivers to, and the secret that it signs with, which is shown once. */
export function WebhookAccess({ trigger }: { readonly trigger: Trigger }): ReactNode {
  const { uuid, has_secret: hasSecret, config } = trigger;
  const scheme = isObject(config) ? ownValue(config, 'verify') : undefined;
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const make = useMakeSecret(uuid);
  const create = () => {
    make.mutate({}, { onSuccess: (made) => setSecret(made.secret) });
    setAsking(false);
  };
  const address = `${window.location.origin}${addressOf(`/hooks/${encodeURIComponent(uuid)}`)}`;
  return (
    <div className="grid gap-3">
      <Copyable label="Address" what="address" text={address} />
      {secret !== null && (
        <>
          <Copyable label="Secret" what="secret" text={secret} />
          <p className="text-xs text-text-3">
            Copy it now: it is not shown again. Deliveries are signed with it{' '}
            {isStandard(scheme) ? 'according to Standard Webhooks.' : 'as the settings above say.'}
          </p>
        </>
      )}
      {secret === null && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            icon={KeyRound}
            disabled={make.isPending}
            onClick={hasSecret ? () => setAsking(true) : create}
          >
            {hasSecret ? 'Replace the secret' : 'Create a secret'}
          </Button>
          <p className="min-w-40 flex-1 text-xs text-text-3">
            {hasSecret
              ? 'The sender signs its deliveries with the secret that was shown once.'
              : 'Without a secret, every delivery is refused.'}
          </p>
        </div>
      )}
      {!isStandard(scheme) && <SenderSecret trigger={uuid} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Replace the secret?"
        action="Replace"
        isBusy={make.isPending}
        onConfirm={create}
      >
        <p>Deliveries that are signed with the old one are refused from then on.</p>
      </ConfirmDialog>
    </div>
  );
}

interface CopyableProps {
  readonly label: string;
  readonly what: string;
  readonly text: string;
}

function Copyable({ label, what, text }: CopyableProps): ReactNode {
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <div className="flex items-start gap-2">
        <output
          aria-label={label}
          className="block min-w-0 flex-1 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all"
        >
          {text}
        </output>
        <IconButton label={`Copy the ${what}`} icon={Copy} onClick={() => copyText(text, what)} />
      </div>
    </div>
  );
}
