import {
  ArrowRightLeft,
  CodeXml,
  Ellipsis,
  History,
  Settings2,
  Sparkles,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useAssistant } from '../../../data/talking/assistant.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { MenuButton } from '../../../design/controls/menu-button.tsx';
import type { MenuEntry } from '../../../design/controls/menu-entry.ts';
import type { Panel } from '../state/editor-store.ts';

interface MoreButtonProps {
  readonly workflow: WorkflowDetail;
  readonly onOpen: (panel: Panel) => void;
  readonly onConvert: () => void;
}

/** What a narrow header has no room for: nothing of the editor is missing on a phone. */
export function MoreButton({ workflow, onOpen, onConvert }: MoreButtonProps): ReactNode {
  const isAssisted = useAssistant().data?.isAvailable === true && workflow.dialect === 'native';
  const panel = (label: string, id: Panel, icon: LucideIcon) => ({
    label,
    icon,
    onSelect: () => onOpen(id),
  });
  const isPipeline = workflow.dialect === 'pipeline';
  const entries: readonly MenuEntry[] = [
    ...(isAssisted ? [panel('Assistant', 'assistant', Sparkles)] : []),
    ...(isPipeline ? [] : [panel('Trigger', 'trigger', Zap)]),
    panel('Workflow settings', 'workflow', Settings2),
    panel('Versions', 'versions', History),
    ...(isPipeline ? [] : [panel('Use it', 'use', CodeXml)]),
    ...(workflow.dialect === 'native'
      ? []
      : [{ label: 'Continue as native', icon: ArrowRightLeft, onSelect: onConvert }]),
  ];
  return (
    <span className="lg:hidden">
      <MenuButton trigger={<IconButton label="More" icon={Ellipsis} />} entries={entries} />
    </span>
  );
}
