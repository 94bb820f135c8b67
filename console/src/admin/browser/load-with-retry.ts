const pauses = [300, 900, 2700];

/** Loads a file of the console. During an update one replica may lack the file, so a retry can reach one that has it. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((go) => setTimeout(go, pause));
    }
  }
  return load();
}
