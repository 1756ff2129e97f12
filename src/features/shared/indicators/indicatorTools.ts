import type * as indicators from '../../../core/indicators';

/** The functions of `core/indicators` that features need, which are loaded on first use. */
export type IndicatorTools = Pick<
  typeof indicators,
  | 'candidatesAt'
  | 'defang'
  | 'displayForm'
  | 'findInBlocks'
  | 'findIndicatorAt'
  | 'findIndicators'
  | 'getHost'
  | 'incrementalFinder'
  | 'indicatorAmong'
  | 'inForm'
  | 'isClickable'
  | 'linksAround'
  | 'lookupKey'
  | 'mailHeadLength'
  | 'mayStartMail'
  | 'parseIndicator'
  | 'parseResolver'
  | 'partsFilter'
  | 'replaceIn'
  | 'startsMail'
>;

/** Returns the functions with support for names that are listed as risky: they are found whatever they look like. */
export function withListed(tools: IndicatorTools, listed: (name: string) => boolean): IndicatorTools {
  const { candidatesAt, findIndicatorAt, findIndicators, findInBlocks, incrementalFinder, indicatorAmong } = tools;
  return {
    ...tools,
    candidatesAt: (text, offset, options) => candidatesAt(text, offset, { listed, ...options }),
    findIndicatorAt: (text, offset, options) => findIndicatorAt(text, offset, { listed, ...options }),
    findIndicators: (text, options) => findIndicators(text, { listed, ...options }),
    findInBlocks: (chunks, options) => findInBlocks(chunks, { listed, ...options }),
    incrementalFinder: (source, options) => incrementalFinder(source, { listed, ...options }),
    indicatorAmong: (candidates, offset) => indicatorAmong(candidates, offset, listed),
  };
}

export type LoadIndicators = () => Promise<IndicatorTools>;
