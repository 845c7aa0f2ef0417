import { Bot, Database, Play, Split, UserCheck, Wrench, type LucideIcon } from 'lucide-react';
import type { Family } from '../graph/sketch.ts';

export interface FamilyLook {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tile: string;
  /** The token of its colour. */
  readonly colour: string;
}

export const families: Readonly<Record<Family, FamilyLook>> = {
  trigger: look('Start', Play, 'bg-k-trigger-soft text-k-trigger', '--k-trigger'),
  agent: look('Agent', Bot, 'bg-k-agent-soft text-k-agent', '--k-agent'),
  tool: look('Tool', Wrench, 'bg-k-tool-soft text-k-tool', '--k-tool'),
  logic: look('Logic', Split, 'bg-k-logic-soft text-k-logic', '--k-logic'),
  human: look('Person', UserCheck, 'bg-k-human-soft text-k-human', '--k-human'),
  data: look('Data', Database, 'bg-k-data-soft text-k-data', '--k-data'),
};

function look(label: string, icon: LucideIcon, tile: string, colour: string): FamilyLook {
  return { label, icon, tile, colour };
}
