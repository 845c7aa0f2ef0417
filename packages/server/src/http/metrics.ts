// Metrics
// In Prometheus text format. Route names come from the table, never from requests: nobody can create new series.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #loop = monitorEventLoopDelay({ resolution: sampleMs });
  readonly #seconds = new Map<string, { count: number; sum: number; readonly buckets: number[] }>();

  constructor() {
    this.#loop.enable();
  }

  close(): void {
    this.#loop.disable();
  }

  count(route: string, status: number, seconds: number): void {
    const key = `route="${route}",status="${status}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    const timed = this.#seconds.get(route) ?? { count: 0, sum: 0, buckets: bounds.map(() => 0) };
    timed.count += 1;
    timed.sum += seconds;
    bounds.forEach((bound, i) => {
      if (seconds <= bound) timed.buckets[i] = (timed.buckets[i] ?? 0) + 1;
    });
    this.#seconds.set(route, timed);
  }

  text(): string {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const lines = [
      '# HELP skein_http_requests_total Answered requests.',
      '# TYPE skein_http_requests_total counter',
      ...[...this.#requests].map(([key, value]) => `skein_http_requests_total{${key}} ${value}`),
      '# HELP skein_http_request_seconds How long answers took.',
      '# TYPE skein_http_request_seconds histogram',
      ...[...this.#seconds].flatMap(([route, { count, sum, buckets }]) => [
        ...bounds.map(
          (bound, i) =>
            `skein_http_request_seconds_bucket{route="${route}",le="${bound}"} ${buckets[i] ?? 0}`,
        ),
        `skein_http_request_seconds_bucket{route="${route}",le="+Inf"} ${count}`,
        `skein_http_request_seconds_sum{route="${route}"} ${sum}`,
        `skein_http_request_seconds_count{route="${route}"} ${count}`,
      ]),
      '# HELP nodejs_eventloop_lag_p99_seconds Event loop lag since the last scrape.',
      '# TYPE nodejs_eventloop_lag_p99_seconds gauge',
      `nodejs_eventloop_lag_p99_seconds ${this.#lagSeconds()}`,
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${(user + system) / 1_000_000}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${rss}`,
      '# TYPE nodejs_heap_size_used_bytes gauge',
      `nodejs_heap_size_used_bytes ${heapUsed}`,
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${process.uptime()}`,
    ];
    return `${lines.join('\n')}\n`;
  }

  #lagSeconds(): number {
    const betweenMs = this.#loop.count === 0 ? sampleMs : this.#loop.percentile(99) / 1_000_000;
    this.#loop.reset();
    return Math.max(0, betweenMs - sampleMs) / 1000;
  }
}

/** Between two samples of the loop; anything above this is lag. */
const sampleMs = 10;

const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10];
