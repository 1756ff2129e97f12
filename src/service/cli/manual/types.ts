/** An option of a command, as everything that describes the command line shows it. */
export interface OptionDescription {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  /** Placeholder for its value, such as `FILE`; absent for a flag. */
  readonly value?: string;
  /** The values that it accepts; absent for any. */
  readonly choices?: readonly string[];
  /** Whether its value is the path of a file. */
  readonly isFile?: boolean;
  /** Whether it can be repeated. */
  readonly multiple?: boolean;
  readonly text: string;
}

/** Arguments after the options of a command. */
interface ArgumentDescription {
  /** As in the synopsis, such as `FILE…`. */
  readonly synopsis: string;
  readonly isFile?: boolean;
  readonly choices?: readonly string[];
}

/** A command: the only source of its help, its page of the manual, and its completion. */
export interface CommandDescription {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly argument?: ArgumentDescription;
  readonly paragraphs: readonly string[];
  readonly options: readonly OptionDescription[];
  /** Describes the output of `--json`. */
  readonly json: string;
  /** The text of `--json` for a command without results; default: that of the common option. */
  readonly jsonText?: string;
  readonly examples: readonly string[];
}

/** An exit code of the program. */
export interface ExitCodeDescription {
  readonly code: number;
  readonly text: string;
}
