import { Plus, Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useDestinations } from '../../../data/destinations.ts';
import { useSession } from '../../../data/session.ts';
import { ScopedButton } from '../../../viewers/scoped-button.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { DestinationDialog } from './destination-dialog.tsx';
import { DestinationRow } from './destination-row.tsx';
import { SettingsList, SettingsSection } from '../settings-section.tsx';

const title = 'Notifications';
const note =
  'Where messages about questions and runs go. Workflows name a webhook as webhook:NAME, and people as mail:ADDRESS.';

export function DestinationsSection(): ReactNode {
  const { data } = useSession();
  // The server answers nobody else; see `isForOperator` in its routes.
  if (data === undefined || (data.user === 'local' && data.scopes.includes('admin')))
    return <DestinationList />;
  return (
    <SettingsSection title={title} note={note}>
      <EmptyState icon={Send} title="Only for the operator of this server">
        Ask them for the names that your workflows can use.
      </EmptyState>
    </SettingsSection>
  );
}

function DestinationList(): ReactNode {
  const destinations = useDestinations();
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection
      title={title}
      note={note}
      action={
        <ScopedButton needs="admin" icon={Plus} onClick={() => setAdding(true)}>
          Add a destination
        </ScopedButton>
      }
    >
      <SettingsList
        query={destinations}
        row={(each) => <DestinationRow key={each.name} destination={each} />}
        empty={
          <EmptyState icon={Send} title="Nobody is notified yet">
            Add a webhook, a chat channel or a mail server.
          </EmptyState>
        }
      />
      {isAdding && (
        <DestinationDialog
          taken={(destinations.data?.items ?? []).map(({ name }) => name)}
          onClose={() => setAdding(false)}
        />
      )}
    </SettingsSection>
  );
}
