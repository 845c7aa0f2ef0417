import type { JsonObject } from '@skein/api';
import type { Published } from '../published/published.ts';

export const a2aVersion = '1.0';

/** What other agents read about a workflow before they talk to it. `place`: where the server is reached. */
export function agentCard(
  { name, title, description, isAgent, tellsTasks }: Published,
  {
    place,
    version,
    pushes,
  }: {
    readonly place: string;
    readonly version: string;
    /** Whether the server sends push notifications. */
    readonly pushes: boolean;
  },
): JsonObject {
  const about = description === '' ? `Runs the workflow ${title}.` : description;
  const tags = [isAgent ? 'agent' : 'workflow'];
  const url = `${place}/api/v1/a2a/${encodeURIComponent(name)}`;
  return {
    name: title,
    description: about,
    version,
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: a2aVersion }],
    capabilities: {
      streaming: true,
      pushNotifications: pushes && tellsTasks,
      extendedAgentCard: false,
    },
    securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { key: { list: [] } } }],
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [{ id: name, name: title, description: about, tags }],
  };
}
