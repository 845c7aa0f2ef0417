const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Today's date (`2026-11-15`) in each zone; a zone that this machine does not know is left out. */
export function datesFor(zones: readonly string[], at: number): { [zone: string]: string } {
  const dates: { [zone: string]: string } = {};
  for (const zone of zones) {
    const date = formatFor(zone)?.format(at);
    if (date !== undefined) dates[zone] = date;
  }
  return dates;
}

function formatFor(timeZone: string): Intl.DateTimeFormat | null {
  let format = formats.get(timeZone);
  if (format === undefined) {
    try {
      // Canada writes dates as ISO does.
      format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    } catch {
      format = null;
    }
    formats.set(timeZone, format);
  }
  return format;
}
