import Picker, { EmojiStyle } from 'emoji-picker-react'
import french from 'emoji-picker-react/dist/data/emojis-fr'
import { styleNonce } from '../../ui/theme/style-nonce.ts'

/** 300 x 350, the phone's own emojis, no skin tones (M-009); its words in French. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <Picker
      nonce={styleNonce}
      width={300}
      height={350}
      emojiStyle={EmojiStyle.NATIVE}
      emojiData={french}
      skinTonesDisabled
      previewConfig={{ showPreview: false }}
      searchPlaceHolder="Chercher un emoji"
      onEmojiClick={({ emoji }) => {
        // The picker remembers the last emojis in a key of its own; ours are the only ones.
        localStorage.removeItem('epr_suggested')
        onPick(emoji)
      }}
    />
  )
}
