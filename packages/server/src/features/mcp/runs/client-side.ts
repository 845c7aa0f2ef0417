// What the client of a call can do
// In the protocol's 2026 revision every request says it; older clients said it once, when they connected.
import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ownValue } from '../own-value.ts';

export interface ClientSide {
  /** Questions are the result of a request, and the answers come with the next one; older clients are asked during the call. */
  readonly asksInRounds: boolean;
  /** Whether a person can be shown a form. */
  readonly showsForms: boolean;
  /** Whether forms may have choices with titles, and choices of several. */
  readonly showsChoices: boolean;
  /** Whether it wants to be told what happens, as lines of a log. */
  readonly wantsLog: boolean;
}

/** The revision of the protocol that has them. */
const choicesSince = '2025-11-25';

/** `logsFrom` is the level that an older client has asked for. */
export function clientSide(
  server: Server,
  { mcpReq }: ServerContext,
  logsFrom: LoggingLevel | undefined,
): ClientSide {
  const { envelope } = mcpReq;
  const asksInRounds = ownValue(envelope, PROTOCOL_VERSION_META_KEY) !== undefined;
  const declared = asksInRounds
    ? ownValue(envelope, CLIENT_CAPABILITIES_META_KEY)
    : server.getClientCapabilities();
  const elicitation = ownValue(declared, 'elicitation');
  const hasForms = ownValue(elicitation, 'form') !== undefined;
  // Before there were other kinds, an empty object declared it.
  const isPlain = elicitation !== undefined && ownValue(elicitation, 'url') === undefined;
  // Revisions are dates.
  const showsChoices =
    asksInRounds || (server.getNegotiatedProtocolVersion() ?? '') >= choicesSince;
  const level = asksInRounds ? ownValue(envelope, LOG_LEVEL_META_KEY) : logsFrom;
  // All lines are of the level `info`.
  const wantsLog = level === 'debug' || level === 'info';
  return { asksInRounds, showsForms: hasForms || isPlain, showsChoices, wantsLog };
}
