/* Sends answers one by one. Each answer is kept in the browser until the server has it. If sending fails, it is sent again, if necessary when
   the page is next opened. `outbox(name, post, told)`: `post(answer)` returns a promise of {status, body}; `told` has state(word),
   sent(answer, body), refused(answer, problem), and out(), which is called when the person is no longer signed in. */

const PAUSES = [1000, 2000, 5000, 10000, 30000];

export function outbox(name, post, told) {
  let queue = read(name);
  let isBusy = false;
  let failures = 0;
  let timer = 0;
  let going = Promise.resolve();

  function keep() {
    write(name, queue);
    told.state(!queue.length ? "saved" : failures ? "waiting" : "saving");
  }

  /** Return a promise that resolves once the current request has succeeded or failed. */
  function flush() {
    clearTimeout(timer);
    if (!isBusy && queue.length) {
      isBusy = true;
      going = next();
    }
    return going;
  }

  async function next() {
    const [first] = queue;
    const { status, body } = await post(first).catch(() => ({ status: 0 }));
    isBusy = false;
    if (status === 200 || status === 409) {
      failures = 0;
      queue = queue.filter((one) => one !== first);
      keep();
      if (status === 200) told.sent(first, body);
      else told.refused(first, body);
      flush();
    } else if (status === 403 || status === 404) {
      told.out();
    } else {
      timer = setTimeout(flush, PAUSES[Math.min(failures, PAUSES.length - 1)]);
      failures += 1;
      keep();
    }
  }

  addEventListener("online", flush);
  if (queue.length) told.state("saving");

  return {
    send(answer) {
      queue.push(answer);
      keep();
      flush();
    },
    flush,
    has: (code) => queue.some((one) => one.code === code),
    /** Take back an answer that has not been sent; return undefined if it has been sent or is being sent. */
    recall(code) {
      if (isBusy && queue[0]?.code === code) return undefined;
      const found = queue.find((one) => one.code === code);
      queue = queue.filter((one) => one !== found);
      keep();
      return found;
    },
    get isEmpty() {
      return !queue.length;
    },
  };
}

/** Return a value from the browser's storage, or `otherwise` if there is none or storage is not available. */
export function read(name, otherwise = []) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function write(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is full or not available; drafts are also sent to the server a moment later.
  }
}
