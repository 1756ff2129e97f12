import type { Page } from './page';

interface TechnologySignature {
  readonly technology: string;
  /** Headers by lowercase name, and patterns of their values. */
  readonly headers?: Readonly<Record<string, RegExp>>;
  /** A pattern of the page's `generator`. */
  readonly generator?: RegExp;
  readonly cookie?: RegExp;
}

const any = /^/;

/** The technologies recognized by response headers, generators, and names of cookies (see docs/reference/enrichment.md). */
const table: readonly TechnologySignature[] = [
  { technology: 'Apache', headers: { server: /\bapache\b(?!-coyote)/i } },
  { technology: 'Apache Tomcat', headers: { server: /apache-coyote|tomcat/i } },
  { technology: 'nginx', headers: { server: /\bnginx\b/i } },
  { technology: 'OpenResty', headers: { server: /openresty/i } },
  { technology: 'LiteSpeed', headers: { server: /litespeed/i } },
  { technology: 'Caddy', headers: { server: /\bcaddy\b/i } },
  { technology: 'Microsoft IIS', headers: { server: /microsoft-iis/i } },
  { technology: 'Python http.server', headers: { server: /simplehttp|basehttp/i } },
  { technology: 'Werkzeug', headers: { server: /werkzeug/i } },
  { technology: 'Cloudflare', headers: { server: /^cloudflare/i, 'cf-ray': any } },
  { technology: 'Amazon CloudFront', headers: { server: /cloudfront/i, 'x-amz-cf-id': any } },
  { technology: 'Amazon S3', headers: { server: /^amazons3/i } },
  { technology: 'Google Web Server', headers: { server: /^gws\b/i } },
  { technology: 'GitHub Pages', headers: { server: /^github\.com$/i } },
  { technology: 'Vercel', headers: { server: /^vercel/i, 'x-vercel-id': any } },
  { technology: 'Netlify', headers: { server: /^netlify/i, 'x-nf-request-id': any } },
  { technology: 'Fastly', headers: { 'x-fastly-request-id': any } },
  { technology: 'Varnish', headers: { via: /varnish/i, 'x-varnish': any } },
  { technology: 'PHP', headers: { 'x-powered-by': /\bphp\b/i }, cookie: /^PHPSESSID$/ },
  {
    technology: 'ASP.NET',
    headers: { 'x-powered-by': /asp\.net/i, 'x-aspnet-version': any },
    cookie: /^(?:ASP\.NET_SessionId|\.AspNetCore\..+)$/,
  },
  { technology: 'Express', headers: { 'x-powered-by': /\bexpress\b/i } },
  { technology: 'Next.js', headers: { 'x-powered-by': /next\.js/i } },
  { technology: 'Java', cookie: /^JSESSIONID$/ },
  { technology: 'Laravel', cookie: /^laravel_session$/ },
  {
    technology: 'WordPress',
    headers: { link: /\/wp-json\//i },
    generator: /^wordpress\b/i,
    cookie: /^wordpress_|^wp-settings-/,
  },
  { technology: 'Drupal', headers: { 'x-generator': /^drupal\b/i, 'x-drupal-cache': any }, generator: /^drupal\b/i },
  { technology: 'Joomla', generator: /^joomla\b/i },
  { technology: 'TYPO3', generator: /^typo3\b/i },
  { technology: 'Ghost', generator: /^ghost\b/i },
  { technology: 'Hugo', generator: /^hugo\b/i },
  { technology: 'Wix', headers: { 'x-wix-request-id': any }, generator: /^wix\.com/i },
  { technology: 'Shopify', headers: { 'x-shopid': any, 'x-shopify-stage': any }, cookie: /^_shopify_/ },
  { technology: 'Blogger', generator: /^blogger$/i },
];

/** The technologies of a page, in the order of the table. */
export function getTechnologies({
  headers,
  head,
  cookies,
}: Pick<Page, 'headers' | 'head' | 'cookies'>): readonly string[] {
  const generators = [...head.meta]
    .filter(([name]) => name.toLowerCase() === 'generator')
    .flatMap(([, values]) => values);
  return table
    .filter(
      ({ headers: patterns = {}, generator, cookie }) =>
        Object.entries(patterns).some(([name, pattern]) => headers.get(name)?.some((value) => pattern.test(value))) ||
        (generator !== undefined && generators.some((value) => generator.test(value))) ||
        (cookie !== undefined && [...cookies.keys()].some((name) => cookie.test(name))),
    )
    .map(({ technology }) => technology);
}
