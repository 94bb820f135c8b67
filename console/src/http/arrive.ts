const pauses = [300, 900, 2700];

/** Loads a file of the console. While servers of two versions stand side by side, one may not have it, and the next one asked may. */
export async function arrive<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((go) => setTimeout(go, pause));
    }
  }
  return load();
}
