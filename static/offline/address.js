// In a file the address of a step is its fragment.

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
