"""The published surface of the phone: tools, events and taps with their arguments, and apart from it what is ours."""

from __future__ import annotations

_EVENT = "start_datetime=None, end_datetime=None, tag=None, description=None, location=None, attendees=None"
_FLAT = (
    "name=None, location=None, zip_code=None, min_price=None, max_price=None, number_of_bedrooms=None, "
    "number_of_bathrooms=None, property_type=None, square_footage=None, furnished_status=None, floor_level=None, "
    "pet_policy=None, lease_term=None, amenities=None"
)
_CARD = (
    "gender=None, age=None, nationality=None, city_living=None, country=None, status=None, job=None, description=None, "
    "phone=None, email=None, address=None"
)
_RECENT = "offset_recent_messages_per_conversation=0, limit_recent_messages_per_conversation"

READING = {
    "PAREAgentUserInterface__send_message_to_user": "content=''",
    "PAREAgentUserInterface__wait": "none",
    "System__get_current_time": "none",
    "System__wait_for_notification": "timeout=0",
    "Calendar__get_calendar_event": "event_id",
    "Calendar__get_calendar_events_from_to": "start_datetime, end_datetime, offset=0, limit=10",
    "Calendar__read_today_calendar_events": "none",
    "Calendar__get_all_tags": "none",
    "Calendar__get_calendar_events_by_tag": "tag",
    "Calendar__search_events": "query",
    "Emails__list_emails": "folder_name='INBOX', offset=0, limit=10",
    "Emails__get_email_by_id": "email_id, folder_name='INBOX'",
    "Emails__get_email_by_index": "idx, folder_name='INBOX'",
    "Emails__search_emails": "query, folder_name='INBOX'",
    "Messages__get_user_id": "user_name",
    "Messages__get_user_name_from_id": "user_id",
    "Messages__lookup_user_id": "user_name",
    "Messages__get_existing_conversation_ids": "user_ids",
    "Messages__list_recent_conversations": f"offset=0, limit=5, {_RECENT}=10",
    "Messages__list_conversations_by_participant": f"user_id, offset=0, limit=5, {_RECENT}=5",
    "Messages__read_conversation": "conversation_id, offset=0, limit=10, min_date=None, max_date=None",
    "Messages__search": "query, min_date=None, max_date=None",
    "Messages__regex_search": "query, min_date=None, max_date=None",
    "Reminders__get_due_reminders": "none",
    "Reminders__get_all_reminders": "none",
    "Apartment__list_all_apartments": "none",
    "Apartment__get_apartment_details": "apartment_id",
    "Apartment__list_saved_apartments": "none",
    "Apartment__search_apartments": f"{_FLAT}, saved_only=False",
    "Cab__get_quotation": "start_location, end_location, service_type, ride_time=None",
    "Cab__list_rides": "start_location, end_location, ride_time=None",
    "Cab__get_current_ride_status": "none",
    "Cab__get_ride": "idx",
    "Cab__get_ride_history": "offset=0, limit=10",
    "Cab__get_ride_history_length": "none",
    "Contacts__get_contacts": "offset=0",
    "Contacts__get_contact": "contact_id",
    "Contacts__get_current_user_details": "none",
    "Contacts__search_contacts": "query",
    "Notes__get_note_by_id": "note_id",
    "Notes__list_notes": "folder, offset=0, limit=10",
    "Notes__list_folders": "none",
    "Notes__search_notes": "query",
    "Notes__search_notes_in_folder": "query, folder_name",
    "Notes__list_attachments": "note_id",
    "Shopping__list_all_products": "offset=0, limit=10",
    "Shopping__get_product_details": "product_id",
    "Shopping__search_product": "product_name, offset=0, limit=10",
    "Shopping__list_cart": "none",
    "Shopping__get_discount_code_info": "discount_code=''",
    "Shopping__get_all_discount_codes": "none",
    "Shopping__list_orders": "none",
    "Shopping__get_order_details": "order_id",
}
WRITING = {
    "Calendar__add_calendar_event": f"title='Event', {_EVENT}",
    # Published as reading by mistake, so that it could be called without consent.
    "Calendar__edit_calendar_event": f"event_id, title=None, {_EVENT}",
    "Calendar__delete_calendar_event": "event_id",
    "Emails__send_email": "recipients=None, subject='', content='', cc=None, attachment_paths=None",
    "Emails__reply_to_email": "email_id, folder_name='INBOX', content='', attachment_paths=None",
    "Emails__forward_email": "email_id, recipients=None, folder_name='INBOX'",
    "Emails__move_email": "email_id, source_folder_name='INBOX', dest_folder_name='DRAFT'",
    "Emails__delete_email": "email_id, folder_name='INBOX'",
    "Emails__download_attachments": "email_id, folder_name='INBOX', path_to_save='Downloads/'",
    "Messages__send_message": "user_id, content='', attachment_path=None",
    "Messages__send_message_to_group_conversation": "conversation_id, content='', attachment_path=None",
    "Messages__create_group_conversation": "user_ids, title=None",
    "Messages__add_participant_to_conversation": "conversation_id, user_id",
    "Messages__remove_participant_from_conversation": "conversation_id, user_id",
    "Messages__change_conversation_title": "conversation_id, title",
    "Messages__download_attachment": "conversation_id, message_id, download_path='Downloads/'",
    "Reminders__add_reminder": "title, due_datetime, description='', repetition_unit=None, repetition_value=1",
    # Published with both last arguments required, though they may be null: here they may also be left out.
    "Reminders__update_reminder": (
        "reminder_id, title, description=None, due_datetime, repetition_unit=None, repetition_value=None"
    ),
    "Reminders__delete_reminder": "reminder_id",
    "Reminders__delete_all_reminders": "none",
    "Apartment__save_apartment": "apartment_id",
    "Apartment__remove_saved_apartment": "apartment_id",
    "Cab__order_ride": "start_location, end_location, service_type, ride_time=None",
    "Cab__user_cancel_ride": "none",
    "Contacts__add_new_contact": f"first_name, last_name, {_CARD}",
    "Contacts__edit_contact": "contact_id, updates",
    "Contacts__delete_contact": "contact_id",
    "Notes__new_folder": "folder_name",
    "Notes__delete_folder": "folder_name",
    "Notes__rename_folder": "folder, new_folder",
    "Notes__create_note": "folder='Inbox', title='', content='', pinned=False",
    "Notes__update_note": "note_id, title=None, content=None",
    "Notes__delete_note": "note_id",
    "Notes__move_note": "note_id, source_folder_name='Inbox', dest_folder_name='Personal'",
    "Notes__duplicate_note": "folder_name, note_id",
    "Notes__add_attachment_to_note": "note_id, attachment_path",
    "Notes__remove_attachment": "note_id, attachment",
    "Shopping__add_to_cart": "item_id, quantity=1",
    "Shopping__remove_from_cart": "item_id, quantity=1",
    "Shopping__checkout": "discount_code=None",
    "Shopping__cancel_order": "order_id",
}
# Ours: files and attachments can be read, and one can see what one may pay with.
OUR_TOOLS = {
    "Emails__read_attachment": "email_id, attachment, folder_name='INBOX'",
    "Messages__read_attachment": "conversation_id, message_id",
    "Files__list_files": "path=''",
    "Files__read_file": "path",
    "Notes__read_attachment": "note_id, attachment",
    "Shopping__list_payment_methods": "none",
}
# Ours: arguments at the end that may be left out. With several rides one says which; a payment may need another method.
OUR_ARGUMENTS = {
    "Cab__get_current_ride_status": "ride_id=None",
    "Cab__user_cancel_ride": "ride_id=None",
    "Shopping__checkout": "payment_method=None",
}
COVERED = (
    "assistant",
    "home",
    "apartment",
    "cab",
    "calendar",
    "contacts",
    "email",
    "files",
    "messaging",
    "note",
    "reminder",
    "shopping",
)

EVENTS = {
    "calendar.add_calendar_event_by_attendee": f"who_add, title='Event', {_EVENT}",
    "calendar.delete_calendar_event_by_attendee": "event_id, who_delete",
    "email.send_email_to_user_only": "sender, subject='', content=''",
    "email.send_email_to_user_with_id": "email_id, sender, subject='', content='', attachment_paths=None",
    "email.reply_to_email_from_user": "sender, email_id, content='', attachment_paths=None",
    "email.create_and_add_email": "sender, recipients=None, subject='', content='', folder_name='INBOX'",
    "messaging.create_and_add_message": "conversation_id, sender_id, content",
    "messaging.create_group_conversation": "user_ids, title=None",
    "messaging.add_participant_to_conversation": "conversation_id, user_id",
    "messaging.remove_participant_from_conversation": "conversation_id, user_id",
    "messaging.change_conversation_title": "conversation_id, title",
    "apartment.add_new_apartment": (
        "name, location, zip_code, price, number_of_bedrooms, number_of_bathrooms, square_footage, property_type='', "
        "furnished_status='', floor_level='', pet_policy='', lease_term='', amenities=None"
    ),
    "apartment.update_apartment": "apartment_id, new_price",
    "apartment.delete_apartment": "apartment_id",
    "cab.cancel_ride": "who_cancel='driver', message=None",
    "cab.end_ride": "none",
    "cab.update_ride_status": "status, message=None",
    "note.delete_folder": "folder_name",
    "shopping.add_product": "name",
    "shopping.add_item_to_product": "product_id, price, options=None, available=True",
    "shopping.update_item": "item_id, new_price=None, new_availability=None",
    "shopping.add_discount_code": "item_id, discount_code",
    "shopping.update_order_status": "order_id, status='shipped'",
    "shopping.cancel_order": "order_id",
}
OUR_EVENTS = {
    "assistant.expire_proposal",
    "assistant.run_out",
    "calendar.edit_calendar_event_by_attendee",
    "home.time_out",
    "messaging.bring_conversation",
    "reminder.fall_due",
    "shopping.refund_order",
    "shopping.update_payment",
}

# Screen, action, arguments; `?` marks those that may be left out. The user's surface of home is without a screen.
TAPS = """
    home - go_home
    home - switch_app app_name
    home HomeScreen open_app app_name
    assistant - accept_proposal content?
    assistant - reject_proposal content?
    assistant - send_message_to_agent content?
    calendar AgendaView list_events offset? limit?
    calendar AgendaView search_events query
    calendar AgendaView open_event_by_id event_id
    calendar AgendaView open_event_by_index index
    calendar AgendaView filter_by_tag tag
    calendar AgendaView filter_by_attendee attendee
    calendar AgendaView read_today_calendar_events
    calendar AgendaView get_all_tags
    calendar AgendaView get_calendar_events_by_tag tag
    calendar AgendaView set_day date
    calendar AgendaView start_create_event
    calendar EventDetail refresh
    calendar EventDetail delete
    calendar EventDetail list_attendees
    calendar EventDetail edit_event
    calendar EditEvent set_title title
    calendar EditEvent set_time_range start_datetime end_datetime
    calendar EditEvent set_tag tag?
    calendar EditEvent set_description description?
    calendar EditEvent set_location location?
    calendar EditEvent set_attendees attendees
    calendar EditEvent add_attendee name
    calendar EditEvent remove_attendee name
    calendar EditEvent save
    calendar EditEvent discard
    email MailboxView list_emails offset? limit?
    email MailboxView search_emails query min_date? max_date? limit?
    email MailboxView open_email_by_id email_id
    email MailboxView open_email_by_index index
    email MailboxView switch_folder folder_name
    email MailboxView start_compose
    email EmailDetail refresh
    email EmailDetail reply content? attachment_paths?
    email EmailDetail forward recipients
    email EmailDetail move destination_folder
    email EmailDetail delete
    email EmailDetail download_attachments path_to_save?
    email EmailDetail start_compose_reply
    email ComposeEmail set_recipients recipients
    email ComposeEmail add_recipient recipient
    email ComposeEmail set_cc cc
    email ComposeEmail set_subject subject
    email ComposeEmail set_body body
    email ComposeEmail attach_file attachment_path
    email ComposeEmail send_composed_email
    email ComposeEmail save_draft
    email ComposeEmail discard_draft
    messaging ConversationList list_recent_conversations offset? limit?
    messaging ConversationList search_conversations query min_date? max_date? limit?
    messaging ConversationList open_conversation conversation_id offset? limit?
    messaging ConversationOpened send_message content attachment_path?
    messaging ConversationOpened read_messages offset? limit? min_date? max_date?
    apartment ApartmentHome list_apartments
    apartment ApartmentHome view_apartment apartment_id
    apartment ApartmentHome open_search
    apartment ApartmentHome open_favorites
    apartment ApartmentDetail save
    apartment ApartmentDetail unsave
    apartment ApartmentSearch search name? location? zip_code? min_price? max_price? number_of_bedrooms?
    apartment ApartmentSearch view_apartment apartment_id
    apartment ApartmentFavorites view_apartment apartment_id
    cab CabHome list_rides start_location end_location ride_time?
    cab CabHome open_current_ride
    cab CabHome get_ride_history offset? limit?
    cab CabServiceOptions list_service_types
    cab CabServiceOptions get_quotation service_type
    cab CabQuotationDetail show_quotation
    cab CabQuotationDetail order_ride
    cab CabRideDetail cancel_ride
    contacts ContactsList list_contacts offset?
    contacts ContactsList search_contacts query
    contacts ContactsList open_contact contact_id
    contacts ContactsList view_current_user
    contacts ContactsList create_contact first_name last_name gender? age? nationality? city_living? country? status?
    contacts ContactDetail view_contact
    contacts ContactDetail start_edit_contact
    contacts ContactDetail delete_contact
    contacts ContactEdit view_contact
    contacts ContactEdit update_contact updates
    note NoteList list_notes offset? limit?
    note NoteList open note_id
    note NoteList new_note
    note NoteList search keyword
    note NoteList list_folders
    note NoteDetail refresh
    note NoteDetail list_attachments
    note NoteDetail add_attachment attachment_path
    note NoteDetail remove_attachment attachment
    note NoteDetail edit
    note NoteDetail delete
    note NoteDetail duplicate
    note NoteDetail move dest_folder_name
    note EditNote update title content
    note FolderList list_folders
    note FolderList open folder
    shopping ShoppingHome list_products offset? limit?
    shopping ShoppingHome view_product product_id
    shopping ShoppingHome view_cart
    shopping ShoppingHome list_orders
    shopping ProductDetail view_variant item_id
    shopping VariantDetail add_to_cart quantity?
    shopping CartView remove_item item_id quantity?
    shopping CartView checkout discount_code?
    shopping OrderListView view_order order_id
    shopping OrderDetailView view_order
    reminder ReminderList list_all_reminders
    reminder ReminderList list_due_reminders
    reminder ReminderList list_upcoming_reminders
    reminder ReminderList open_reminder reminder_id
    reminder ReminderList create_new
    reminder ReminderDetail edit
    reminder ReminderDetail delete
    reminder EditReminder set_title title
    reminder EditReminder set_description description?
    reminder EditReminder set_due_datetime due_datetime
    reminder EditReminder set_repetition unit? value?
    reminder EditReminder save
    reminder EditReminder cancel
"""
FIRST_SCREENS = {
    "apartment": "ApartmentHome",
    "cab": "CabHome",
    "calendar": "AgendaView",
    "contacts": "ContactsList",
    "email": "MailboxView",
    "messaging": "ConversationList",
    "note": "NoteList",
    "reminder": "ReminderList",
    "shopping": "ShoppingHome",
}
