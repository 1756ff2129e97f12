// The environment of child processes.

/** npm settings of the user: registries and how to access them. */
const userNpmSettings =
  /^npm_config_(registry|cache|userconfig|globalconfig|https?_proxy|https?-proxy|proxy|noproxy|cafile|ca|strict_ssl|strict-ssl|offline|prefer_offline)$/i;
const hidden = /^(vscode_|electron_|npm_|node_options$|node_path$|threat_lookups_)/i;

/**
 * The environment for a server or browser, without variables of an outer editor, npm, or test run.
 * @param {Record<string, string | undefined>} [extra] added to the result; undefined removes a name
 * @param {RegExp} [kept] names to keep that would otherwise be removed
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(extra = {}, kept = /^$/) {
  const entries = Object.entries({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !hidden.test(name) || kept.test(name))),
    ...extra,
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * The environment for npm: keeps the user's registry, proxy, and cache, and removes the variables of the outer script.
 */
export function npmEnvironment() {
  return cleanEnvironment({ npm_config_update_notifier: 'false' }, userNpmSettings);
}
