/** Dates that a test can advance, and intervals that are short, so that they check them soon. */
export class TestClock {
  private ahead = 0;
  readonly Date: DateConstructor;

  constructor() {
    const now = (): number => Date.now() + this.ahead;
    this.Date = new Proxy(Date, {
      construct: (target, given: readonly unknown[]) =>
        Reflect.construct(target, given.length > 0 ? given : [now()]) as Date,
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    });
  }

  readonly setInterval = ((run: () => void, millis = 0) =>
    setInterval(run, Math.min(millis, 200))) as typeof globalThis.setInterval;

  advance(millis: number): void {
    this.ahead += millis;
  }
}
