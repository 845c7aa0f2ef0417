import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { copyText } from '../../viewers/copy-text.ts';

interface NewKeyViewProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a new key, this once. */
export function NewKeyView({ secret, onClose }: NewKeyViewProps): ReactNode {
  return (
    <div className="grid gap-4 p-4">
      <p className="text-sm">
        Copy it now and keep it safe. It is not shown again, and anyone who has it can use it.
      </p>
      <output
        aria-label="New key"
        className="block rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm break-all"
      >
        {secret}
      </output>
      <div className="flex justify-end gap-2">
        <Button icon={Copy} onClick={() => copyText(secret, 'key')}>
          Copy
        </Button>
        <Button tone="primary" onClick={onClose}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}
