import type { Finding, Path } from '../diagnostics/finding.ts';
import { quotedShort } from '../shape/describe.ts';

export function unknownZone(path: Path, zone: string): Finding {
  return {
    path,
    code: 'ZONE_UNKNOWN',
    severity: 'error',
    message: `No time zone is called ${quotedShort(zone)}.`,
    hint: 'Write a name of the time zone database, such as Europe/Brussels.',
  };
}
