let playing: AudioContext | undefined;

/** Ends the sound that plays. */
export const stopSound = (): void => {
  void playing?.close();
  playing = undefined;
};

/** Plays a WAV in base64 from its start. The policy of our pages lets no element load it, so the page decodes it. */
export async function playSound(wav: string): Promise<void> {
  stopSound();
  const context = new AudioContext();
  playing = context;
  const source = context.createBufferSource();
  source.buffer = await context.decodeAudioData(Uint8Array.from(atob(wav), (each) => each.charCodeAt(0)).buffer);
  source.connect(context.destination);
  source.start();
}
