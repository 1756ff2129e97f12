import type * as vscode from 'vscode';

interface OpenPanel extends vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
}

/** The open panels of one kind, and which of them was focused last. */
export class OpenPanels<Panel extends OpenPanel> {
  private readonly panels = new Set<Panel>();
  private latest: Panel | undefined;

  /** @param onAny called with whether any panel is open, when that changes */
  constructor(private readonly onAny?: (isAny: boolean) => void) {}

  /** Tracks a panel until it is closed. */
  hold(made: Panel): Panel {
    const { panel } = made;
    this.panels.add(made);
    this.latest = made;
    this.onAny?.(true);
    panel.onDidChangeViewState(() => {
      if (panel.active) this.latest = made;
    });
    panel.onDidDispose(() => {
      made.dispose();
      this.panels.delete(made);
      if (this.latest === made) this.latest = [...this.panels].at(-1);
      this.onAny?.(this.panels.size > 0);
    });
    return made;
  }

  all(): readonly Panel[] {
    return [...this.panels];
  }

  /** The focused panel. */
  focused(): Panel | undefined {
    return this.all().find(({ panel }) => panel.active);
  }

  /** The last focused one. */
  last(): Panel | undefined {
    return this.latest;
  }

  /** The focused panel; otherwise the last focused one. */
  active(): Panel | undefined {
    return this.focused() ?? this.latest;
  }
}
