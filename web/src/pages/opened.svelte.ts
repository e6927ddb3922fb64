// The record that was opened last; it travels from the file chooser to the study without leaving the browser's memory.

class Opened {
  record = $state.raw("");
  name = $state("");
}

export const opened = new Opened();
