import type { Disposable } from 'vscode';

/** The code of a feature, loaded and started when it is first needed. */
export class LazyFeature<Started extends Disposable> {
  private starting: Promise<Started> | undefined;
  private started: Started | undefined;
  private isDisposed = false;

  /** @param start loads the code and registers what it provides */
  constructor(private readonly start: () => Promise<Started>) {}

  /** Starts the feature once. After a failure, the next call tries again. */
  readonly load = (): Promise<Started> => {
    this.starting ??= this.start().then(
      (started) => {
        if (this.isDisposed) started.dispose();
        this.started = started;
        return started;
      },
      (error: unknown) => {
        this.starting = undefined;
        throw error;
      },
    );
    return this.starting;
  };

  /** The started feature; undefined if nothing needed it yet. */
  current(): Started | undefined {
    return this.started;
  }

  dispose(): void {
    this.isDisposed = true;
    this.started?.dispose();
  }
}
