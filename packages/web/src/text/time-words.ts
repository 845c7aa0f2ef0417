// Times and amounts in words.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export function ageWords(iso: string, nowMs: number): string {
  const age = nowMs - Date.parse(iso);
  if (Number.isNaN(age)) return '';
  if (age < minute) return 'just now';
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  const days = Math.floor(age / day);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

export function dueWords(iso: string | null, nowMs: number): string {
  if (iso === null) return 'no deadline';
  const left = Date.parse(iso) - nowMs;
  if (left <= 0) return 'overdue';
  if (left < hour) return `in ${Math.ceil(left / minute)} min`;
  return left < 2 * day ? `in ${Math.round(left / hour)} h` : `in ${Math.round(left / day)} days`;
}

export function durationWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < minute) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min ${Math.round((ms % minute) / 1000)} s`;
  return ms < day
    ? `${Math.floor(ms / hour)} h ${Math.round((ms % hour) / minute)} min`
    : `${Math.floor(ms / day)} days`;
}

export function moneyWords(usd: number): string {
  return `$ ${usd.toFixed(usd > 0 && usd < 1 ? 4 : 2)}`;
}

export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
