// In a file, the fragment of the address names the step: there is no server to ask for a path.

export function addressOf() {
  const to = (n) => (n === null ? "#" : `#${n}`);
  const isNews = (n) => (location.hash || "#") !== to(n);

  return {
    to,
    read: () => (/^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null),
    replace: (n) => isNews(n) && history.replaceState({ n }, "", to(n)),
    push: (n) => isNews(n) && history.pushState({ n }, "", to(n)),
    drop() {},
  };
}
