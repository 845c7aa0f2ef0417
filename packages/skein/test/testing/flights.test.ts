import { Flights, newFlight, sleepingClock, virtualClock, whileAsking } from '@skein/simulation';
import { expect, it } from 'vitest';

const sleep = (clock: ReturnType<typeof sleepingClock>, ms: number) =>
  new Promise<void>((resolve) => {
    clock.setTimer(clock.now() + ms, resolve);
  });

it('[C754] real work is waited for beside a function that sleeps twice at once', async () => {
  const virtual = virtualClock();
  const clock = sleepingClock(virtual);
  const flights = new Flights();
  const real = Promise.withResolvers<void>();
  const asleep = flights.track(newFlight(), () =>
    Promise.all([sleep(clock, 10), sleep(clock, 20)]),
  );
  expect(flights.isBusy).toBe(false);
  const working = flights.track(newFlight(), () => real.promise);
  expect(flights.isBusy).toBe(true);
  real.resolve();
  await working;
  expect(flights.isBusy).toBe(false);
  await virtual.advance(10);
  // One of the two is still asleep.
  expect(flights.isBusy).toBe(false);
  await virtual.advance(10);
  await asleep;
});

it('[C754] a function waits for what it asked for, and the effect of its step does not', async () => {
  const flights = new Flights();
  const [answer, other, effect] = [0, 0, 0].map(() => Promise.withResolvers<void>());
  const body = newFlight();
  const done = flights.track(body, async () => {
    await Promise.all([answer, other].map((each) => whileAsking(body, () => each!.promise)));
  });
  expect(flights.isBusy).toBe(false);
  const made = flights.track(newFlight(), () => effect!.promise);
  expect(flights.isBusy).toBe(true);
  effect!.resolve();
  await made;
  answer!.resolve();
  await answer!.promise;
  expect(flights.isBusy).toBe(false);
  other!.resolve();
  await done;
  expect(flights.isBusy).toBe(false);
});

it('[C754] what sleeps since before a crash does not hide what is under way after it', async () => {
  const virtual = virtualClock();
  const clock = sleepingClock(virtual);
  const [before, after] = [new Flights(), new Flights()];
  const flight = newFlight();
  const outcome = before.track(flight, () => sleep(clock, 10));
  // The next process awaits the same step again, next to a function of its own.
  const awaited = after.follow(flight, () => outcome.then(() => 'made'));
  expect(after.isBusy).toBe(false);
  const real = Promise.withResolvers<void>();
  const working = after.track(newFlight(), () => real.promise);
  expect(after.isBusy).toBe(true);
  real.resolve();
  await working;
  await virtual.advance(10);
  expect(await awaited).toBe('made');
  expect([before.sign, after.sign]).toEqual(['', '']);
});
