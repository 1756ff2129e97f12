/** Something that ends with the extension. */
export interface Disposable {
  dispose(): unknown;
}

/** The code of a feature, loaded and started when it is first needed. */
export class LazyFeature<Started extends Disposable> {
  private starting: Promise<Started> | undefined;
  private started: Started | undefined;
  private isDisposed = false;

  /** @param startNow loads the code, which provides what was registered */
  constructor(
    private readonly startNow: () => Promise<Started>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Starts the feature once. After a failure, the next call tries again. */
  readonly load = (): Promise<Started> => {
    this.starting ??= this.startNow().then(
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

  /** Starts the feature soon. `import()` compiles before it returns, which would delay other extensions now. */
  start(): void {
    setImmediate(() => {
      if (!this.isDisposed) this.load().catch(this.onError);
    });
  }

  /** The started feature; undefined if nothing needed it yet. */
  current(): Started | undefined {
    return this.started;
  }

  dispose(): void {
    this.isDisposed = true;
    this.started?.dispose();
  }
}
