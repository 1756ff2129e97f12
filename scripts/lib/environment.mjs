// What of this process's environment a child may see.

/** npm settings that are the user's own: where packages come from and how to get there. */
const keptNpm =
  /^npm_config_(registry|cache|userconfig|globalconfig|https?_proxy|https?-proxy|proxy|noproxy|cafile|ca|strict_ssl|strict-ssl|offline|prefer_offline)$/i;
const hidden = /^(vscode_|electron_|npm_|node_options$|node_path$|threat_lookups_)/i;

/**
 * The environment for a server or browser: without what an outer editor, npm or test run put there.
 * @param {Record<string, string | undefined>} [extra] laid over the result; undefined removes a name
 * @param {RegExp} [kept] names to keep although they would be hidden
 * @returns {Record<string, string>}
 */
export function cleanEnvironment(extra = {}, kept = /^$/) {
  const entries = Object.entries({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !hidden.test(name) || kept.test(name))),
    ...extra,
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The environment for npm itself: the user's registry, proxy and cache stay, the outer script's variables go. */
export function npmEnvironment() {
  return cleanEnvironment({ npm_config_update_notifier: 'false' }, keptNpm);
}
