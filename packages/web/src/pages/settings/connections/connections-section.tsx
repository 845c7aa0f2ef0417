import { Plug, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useConnections } from '../../../data/settings/connections.ts';
import { useSession } from '../../../data/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { SettingsList, SettingsSection } from '../settings-section.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionRow } from './connection-row.tsx';

export function ConnectionsSection(): ReactNode {
  const connections = useConnections();
  const [isAdding, setAdding] = useState(false);
  const user = useSession().data?.user;
  // The server answers nobody else; see `isForOperator` in its routes.
  const isOperator = user === undefined || user === 'local';
  return (
    <SettingsSection
      title="Connections"
      note="Services that you sign in to. Your runs use your account, and nobody else’s runs do."
      action={
        isOperator && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            Add a connection
          </Button>
        )
      }
    >
      <SettingsList
        query={connections}
        row={(each) => <ConnectionRow key={each.name} connection={each} isOperator={isOperator} />}
        empty={
          <EmptyState icon={Plug} title="No connections yet">
            {isOperator
              ? 'Add a service, for example Google or GitHub, with a client that you register there.'
              : 'The operator of this server adds them.'}
          </EmptyState>
        }
      />
      {isAdding && <ConnectionDialog onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}
