import type Mocha from 'mocha';

/** Takes what mocha hands a reporter; its constructor does all the work. */
declare const Reporter: Mocha.ReporterConstructor;

export = Reporter;
