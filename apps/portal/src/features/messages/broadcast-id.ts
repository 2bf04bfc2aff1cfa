/** What the address says when the broadcast thread is open: `/messages?conversation=groupe`. */
export const broadcastId = 'groupe'
